import type { ProviderMessageId } from '../mailbox.ts'
import { quotaUnits, type GmailApi } from './api/gmail-api.ts'

/** Names the account, because the browser may be signed in to several. */
export async function findWebLink(
  api: GmailApi,
  webUrl: string,
  id: ProviderMessageId,
): Promise<string> {
  const { emailAddress } = await api.read(quotaUnits.getProfile, (users, options) =>
    users.getProfile({ userId: 'me' }, options),
  )
  const account = new URLSearchParams({ authuser: emailAddress ?? '' })
  return `${webUrl}/mail/u/?${account}#all/${encodeURIComponent(id)}`
}
