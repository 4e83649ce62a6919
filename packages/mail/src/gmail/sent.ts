import { replyMarker } from '@doorman/domain/brand'
import { normaliseAddress } from '@doorman/domain/email-address'
import { MessageHeaders } from '@doorman/domain/message'
import { listCorrespondents } from '../correspondents.ts'
import type { SentTo } from '../mailbox.ts'
import { required, units, type GmailApi } from './gmail-api.ts'
import { isGone } from './gmail-failure.ts'
import { toHeaders } from './received-mail.ts'
import { toMessageIdQueries, toRecipientQuery } from './search-query.ts'

/** Nearly always the first is what we look for. */
const maxLooks = 10

const recipientHeaders = ['To', 'Cc', 'Bcc']

type IsWanted = (headers: MessageHeaders) => boolean

export async function hasSent(api: GmailApi, what: SentTo): Promise<boolean> {
  if ('messageIds' in what) {
    for (const query of toMessageIdQueries(what.messageIds))
      if (await hasFound(api, query, () => true)) return true
    return false
  }
  const wanted = normaliseAddress('address' in what ? what.address : what.domain)
  const query = toRecipientQuery(wanted)
  if (query === null) return false
  const isRecipient =
    'address' in what
      ? (address: string) => address === wanted
      : (address: string) => address.endsWith(`@${wanted}`)
  return hasFound(api, query, (headers) => listRecipients(headers).some(isRecipient))
}

/** The finds are looked at one by one. When there are more than that, doubt keeps the message. */
async function hasFound(api: GmailApi, q: string, isWanted: IsWanted): Promise<boolean> {
  const request = { userId: 'me', q, includeSpamTrash: true, maxResults: maxLooks }
  const { messages = [], nextPageToken } = await api.read(units.listMessages, (users, options) =>
    users.messages.list(request, options),
  )
  for (const { id } of messages) {
    const headers = await findHeaders(api, required(id, 'id'))
    if (headers && !headers.has(replyMarker) && isWanted(headers)) return true
  }
  return Boolean(nextPageToken)
}

async function findHeaders(api: GmailApi, id: string): Promise<MessageHeaders | null> {
  const metadataHeaders = [...recipientHeaders, replyMarker]
  const request = { userId: 'me', id, format: 'metadata', metadataHeaders }
  try {
    const { payload } = await api.read(units.getMessage, (users, options) =>
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
