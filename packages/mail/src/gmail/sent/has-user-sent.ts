import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { SentQuery } from '../../mailbox.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { gmail } from '../api/gmail-requests.ts'
import { toMessageIdQueries, toRecipientQuery } from '../search/search-query.ts'
import { findEachSent } from './find-sent.ts'

/** Nearly always the first match is the right one. */
const maxChecked = 10

export async function hasUserSent(api: GmailApi, query: SentQuery): Promise<boolean> {
  if ('rfcMessageIds' in query) {
    for (const q of toMessageIdQueries(query.rfcMessageIds))
      if (await hasMatch(api, q, () => true)) return true
    return false
  }
  const recipient = normaliseAddress('toAddress' in query ? query.toAddress : query.toDomain)
  const q = toRecipientQuery(recipient)
  if (q === null) return false
  const isRecipient =
    'toAddress' in query
      ? (address: string) => address === recipient
      : (address: string) => address.endsWith(`@${recipient}`)
  return hasMatch(api, q, (recipients) => recipients.some(isRecipient))
}

/**
 * Checks the recipients of each match, because Gmail searches by words: `ann@example.com` also
 * finds `mary-ann@example.com`. `true` if there are more matches than are checked.
 */
async function hasMatch(
  api: GmailApi,
  q: string,
  isMatch: (recipients: readonly string[]) => boolean,
): Promise<boolean> {
  const query = { q, includeSpamTrash: true, maxResults: maxChecked }
  const { messages = [], nextPageToken } = await api.read(gmail.listMessages(query))
  const ids = messages.map(({ id }) => required(id, 'id'))
  // The first match is looked at alone, because each one costs quota.
  for (const some of [ids.slice(0, 1), ids.slice(1)]) {
    const found = await findEachSent(api, some)
    if (found.some((sent) => sent?.claimId === null && isMatch(sent.recipients))) return true
  }
  return Boolean(nextPageToken)
}
