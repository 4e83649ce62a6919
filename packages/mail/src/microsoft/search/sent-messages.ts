import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { SentQuery } from '../../mailbox.ts'
import { toQuery, type Graph } from '../graph/graph.ts'
import { listText, type Json } from '../graph/json.ts'
import { listAddresses, recipientFields } from '../received-message.ts'
import { replyCategory } from '../replies/drafts.ts'
import { toFilterText, toPeopleSearch } from './search-terms.ts'

const sentMessages = 'me/mailFolders/sentitems/messages'
const pageSize = 100
/** `$search` returns at most this many. */
const maxFound = 1000
/** Keeps the URL within the length that servers accept. */
const idsPerFilter = 10
/** The sender chooses how many messages a thread names. The first and the newest are enough. */
const maxIds = 50

export async function hasUserSent(graph: Graph, query: SentQuery): Promise<boolean> {
  if ('rfcMessageIds' in query) return hasSentOneOf(graph, query.rfcMessageIds)
  if ('toAddress' in query) {
    const recipient = normaliseAddress(query.toAddress)
    return hasSentTo(graph, recipient, (address) => address === recipient)
  }
  const recipient = query.toDomain.trim().toLowerCase()
  return hasSentTo(graph, recipient, (address) => address.endsWith(`@${recipient}`))
}

/**
 * `$search` also finds similar text: `ann@example.com.au`, or a display name. So the recipients of
 * each match are checked. `true` if there are as many matches as `$search` can return.
 */
async function hasSentTo(
  graph: Graph,
  phrase: string,
  isRecipient: (address: string) => boolean,
): Promise<boolean> {
  const $search = toPeopleSearch('recipients', phrase)
  if ($search === null) return false
  const query = toQuery({
    $search,
    $select: ['categories', ...recipientFields].join(),
    $top: String(pageSize),
  })
  const { items } = await graph.list(`${sentMessages}?${query}`, maxFound)
  const isCutOff = items.length === maxFound
  return (
    isCutOff || items.filter(isByUser).some((message) => listRecipients(message).some(isRecipient))
  )
}

function isByUser(message: Json): boolean {
  return !listText(message, 'categories').includes(replyCategory)
}

function listRecipients(message: Json): readonly string[] {
  return recipientFields.flatMap((field) => listAddresses(message, field)).map(normaliseAddress)
}

async function hasSentOneOf(graph: Graph, rfcMessageIds: readonly string[]): Promise<boolean> {
  const ids = [...new Set([...rfcMessageIds.slice(0, 1), ...rfcMessageIds.slice(1 - maxIds)])]
  for (let start = 0; start < ids.length; start += idsPerFilter) {
    const chunk = ids.slice(start, start + idsPerFilter)
    const $filter = chunk.map((id) => `internetMessageId eq ${toFilterText(id)}`).join(' or ')
    const query = toQuery({ $filter, $select: 'categories', $top: String(pageSize) })
    const { items } = await graph.list(`${sentMessages}?${query}`, pageSize)
    if (items.some(isByUser)) return true
  }
  return false
}
