import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { maxKeptCounted, type EarlierMessages } from '../mailbox.ts'
import type { Folders } from './folders.ts'
import { toFilterText } from './graph/filter.ts'
import { toQuery, type Graph } from './graph/graph.ts'
import { readDate, readText, type Json } from './graph/json.ts'
import { findAddress } from './received-message.ts'

/** More than enough to reach `maxKeptCounted`. */
const maxFound = 50

/**
 * Counts with `$filter`, which reads the messages themselves. `$search` reads an index that lags, and on
 * personal accounts it often finds nothing.
 */
export async function countKeptMessages(
  graph: Graph,
  folders: Folders,
  { from, before }: EarlierMessages,
): Promise<number> {
  const sender = normaliseAddress(from)
  // Graph refuses a filter with control characters. No sender has such an address.
  if (sender === '' || /\p{C}/u.test(sender)) return 0
  const query = toQuery({
    $filter: `from/emailAddress/address eq ${toFilterText(sender)}`,
    $select: ['from', 'parentFolderId', 'receivedDateTime'].join(),
    $top: String(maxFound),
  })
  const { items } = await graph.list(`me/messages?${query}`, maxFound)
  const isEarlier = (message: Json) =>
    normaliseAddress(findAddress(message, 'from') ?? '') === sender &&
    readDate(message, 'receivedDateTime') < before
  return Math.min(await countKept(graph, folders, items.filter(isEarlier)), maxKeptCounted)
}

async function countKept(
  graph: Graph,
  folders: Folders,
  messages: readonly Json[],
): Promise<number> {
  let count = 0
  const perFolder = Map.groupBy(messages, (message) => readText(message, 'parentFolderId'))
  for (const [folderId, { length }] of perFolder) {
    const location = await folders.findLocation(graph, folderId)
    if (location === 'inbox' || location === 'elsewhere') count += length
  }
  return count
}
