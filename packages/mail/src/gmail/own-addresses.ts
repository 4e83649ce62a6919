import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { quotaUnits, type GmailApi } from './api/gmail-api.ts'

/** The primary address has no verification status. It needs no verification. */
export async function listOwnAddresses(api: GmailApi): Promise<readonly string[]> {
  const { sendAs = [] } = await api.read(quotaUnits.listSendAs, (users, options) =>
    users.settings.sendAs.list({ userId: 'me' }, options),
  )
  return sendAs
    .filter(({ verificationStatus }) => (verificationStatus ?? 'accepted') === 'accepted')
    .flatMap(({ sendAsEmail }) => (sendAsEmail ? [normaliseAddress(sendAsEmail)] : []))
}
