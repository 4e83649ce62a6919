import type { ProviderMessageId } from '../mailbox.ts'
import type { GmailApi } from './api/gmail-api.ts'
import { gmail } from './api/gmail-requests.ts'

/** Names the account, because the browser may be signed in to several. */
export async function findWebLink(
  api: GmailApi,
  webUrl: string,
  id: ProviderMessageId,
): Promise<string> {
  const { emailAddress } = await api.read(gmail.getProfile())
  const account = new URLSearchParams({ authuser: emailAddress ?? '' })
  return `${webUrl}/mail/u/?${account}#all/${encodeURIComponent(id)}`
}
