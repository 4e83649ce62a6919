import { normaliseAddress } from '@doorman/domain/email-address'
import type { SentTo } from '../mailbox.ts'
import { toQuery, type Graph } from './graph.ts'
import { listText, type Json } from './json.ts'
import { listAddresses, recipientFields } from './received-mail.ts'
import { ownCategory } from './replies.ts'
import { toFilterText, toPeopleSearch } from './search-terms.ts'

const sentMessages = 'me/mailFolders/sentitems/messages'
const pageSize = 100
/** As many as `$search` ever finds. */
const maxFound = 1000
/** So long that a request line stays within what servers take. */
const idsPerFilter = 10
/** A thread may name as many mails as its sender likes; the first and the newest tell enough. */
const maxIds = 50

export async function hasSent(graph: Graph, what: SentTo): Promise<boolean> {
  if ('messageIds' in what) return hasSentOneOf(graph, what.messageIds)
  if ('address' in what) {
    const wanted = normaliseAddress(what.address)
    return hasSentTo(graph, wanted, (address) => address === wanted)
  }
  const wanted = what.domain.trim().toLowerCase()
  return hasSentTo(graph, wanted, (address) => address.endsWith(`@${wanted}`))
}

/**
 * `$search` also finds what resembles the words: `ann@example.com.au`, or a
 * display name. So we look at the recipients themselves. When it finds as many
 * as it ever shows, there may be more, and doubt keeps the message.
 */
async function hasSentTo(
  graph: Graph,
  words: string,
  isWanted: (address: string) => boolean,
): Promise<boolean> {
  const $search = toPeopleSearch('recipients', words)
  if ($search === null) return false
  const query = toQuery({
    $search,
    $select: ['categories', ...recipientFields].join(),
    $top: String(pageSize),
  })
  const { items } = await graph.list(`${sentMessages}?${query}`, maxFound)
  const isCutOff = items.length === maxFound
  return isCutOff || items.filter(isByHand).some((mail) => listRecipients(mail).some(isWanted))
}

function isByHand(mail: Json): boolean {
  return !listText(mail, 'categories').includes(ownCategory)
}

function listRecipients(mail: Json): readonly string[] {
  return recipientFields.flatMap((field) => listAddresses(mail, field)).map(normaliseAddress)
}

async function hasSentOneOf(graph: Graph, messageIds: readonly string[]): Promise<boolean> {
  const ids = [...new Set([...messageIds.slice(0, 1), ...messageIds.slice(1 - maxIds)])]
  for (let start = 0; start < ids.length; start += idsPerFilter) {
    const chunk = ids.slice(start, start + idsPerFilter)
    const $filter = chunk.map((id) => `internetMessageId eq ${toFilterText(id)}`).join(' or ')
    const query = toQuery({ $filter, $select: 'categories', $top: String(pageSize) })
    const { items } = await graph.list(`${sentMessages}?${query}`, pageSize)
    if (items.some(isByHand)) return true
  }
  return false
}
