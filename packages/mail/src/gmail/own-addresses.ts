import { normaliseAddress } from '@doorman/domain/email-address'
import { units, type GmailApi } from './gmail-api.ts'

/** The primary address has no verification status, for there is nothing to verify. */
export async function listOwnAddresses(api: GmailApi): Promise<readonly string[]> {
  const { sendAs = [] } = await api.read(units.listSendAs, (users, options) =>
    users.settings.sendAs.list({ userId: 'me' }, options),
  )
  return sendAs
    .filter(({ verificationStatus }) => (verificationStatus ?? 'accepted') === 'accepted')
    .flatMap(({ sendAsEmail }) => (sendAsEmail ? [normaliseAddress(sendAsEmail)] : []))
}
