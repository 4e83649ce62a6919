import type { gmail_v1 } from '@googleapis/gmail'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { checked, type Checked } from './answers.ts'
import type { GmailState } from './gmail-state.ts'

type SendAs = Checked<gmail_v1.Schema$SendAs>

/**
 * The primary address has no verification status
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs).
 */
export function listSendAs({ aliases }: GmailState, store: MailStore): SendAs[] {
  const primary = checked.sendAs({
    sendAsEmail: store.address,
    displayName: store.owner.name,
    replyToAddress: '',
    signature: '',
    isPrimary: true,
    isDefault: true,
  })
  return [primary, ...(aliases.get(store) ?? store.owner.aliases.map(toAlias)).map(checked.sendAs)]
}

/** Gmail replaces any other sender by the primary address. */
export function maySendAs(gmail: GmailState, store: MailStore, address: string): boolean {
  return listSendAs(gmail, store).some(
    ({ sendAsEmail, verificationStatus = 'accepted' }) =>
      sendAsEmail?.toLowerCase() === address.toLowerCase() && verificationStatus === 'accepted',
  )
}

/** An empty name stands for the name of the primary address (same page). */
function toAlias(address: string): gmail_v1.Schema$SendAs {
  return {
    sendAsEmail: address,
    displayName: '',
    replyToAddress: '',
    signature: '',
    treatAsAlias: true,
    verificationStatus: 'accepted',
  }
}
