import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { SentQuery } from '../../mailbox.ts'
import { required, quotaUnits, type GmailApi } from '../api/gmail-api.ts'
import { toMessageIdQueries, toRecipientQuery } from '../search/search-query.ts'
import { findSent } from './find-sent.ts'

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
  const request = { userId: 'me', q, includeSpamTrash: true, maxResults: maxChecked }
  const { messages = [], nextPageToken } = await api.read(
    quotaUnits.listMessages,
    (users, options) => users.messages.list(request, options),
  )
  for (const { id } of messages) {
    const sent = await findSent(api, required(id, 'id'))
    if (sent?.byUser && isMatch(sent.byUser.recipients)) return true
  }
  return Boolean(nextPageToken)
}
