import { replyMarker } from '@doorman/domain/brand'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { listCorrespondents } from '../../correspondents.ts'
import type { SentQuery } from '../../mailbox.ts'
import { required, quotaUnits, type GmailApi } from '../api/gmail-api.ts'
import { isGone } from '../api/gmail-error.ts'
import { toHeaders } from '../received-message.ts'
import { toMessageIdQueries, toRecipientQuery } from './search-query.ts'

/** Nearly always the first match is the right one. */
const maxChecked = 10

const recipientHeaders = ['To', 'Cc', 'Bcc']

type IsMatch = (headers: MessageHeaders) => boolean

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
  return hasMatch(api, q, (headers) => listRecipients(headers).some(isRecipient))
}

/**
 * Checks the headers of each match, because Gmail searches by words: `ann@example.com` also finds
 * `mary-ann@example.com`. `true` if there are more matches than are checked.
 */
async function hasMatch(api: GmailApi, q: string, isMatch: IsMatch): Promise<boolean> {
  const request = { userId: 'me', q, includeSpamTrash: true, maxResults: maxChecked }
  const { messages = [], nextPageToken } = await api.read(
    quotaUnits.listMessages,
    (users, options) => users.messages.list(request, options),
  )
  for (const { id } of messages) {
    const headers = await findHeaders(api, required(id, 'id'))
    if (headers && !headers.has(replyMarker) && isMatch(headers)) return true
  }
  return Boolean(nextPageToken)
}

async function findHeaders(api: GmailApi, id: string): Promise<MessageHeaders | null> {
  const metadataHeaders = [...recipientHeaders, replyMarker]
  const request = { userId: 'me', id, format: 'metadata', metadataHeaders }
  try {
    const { payload } = await api.read(quotaUnits.getMessage, (users, options) =>
      users.messages.get(request, options),
    )
    return new MessageHeaders(toHeaders(payload ?? {}))
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function listRecipients(headers: MessageHeaders): readonly string[] {
  const values = recipientHeaders.flatMap((name) => headers.all(name))
  return listCorrespondents(values).map(({ address }) => address)
}
