import { normaliseAddress } from '@doorman/domain/email-address'
import { mostKept, type EarlierMail } from '../mailbox.ts'
import type { Folders } from './folders.ts'
import { toQuery, type Graph } from './graph.ts'
import { readDate, readText, type Json } from './json.ts'
import { findAddress } from './received-mail.ts'
import { toPeopleSearch } from './search-terms.ts'

/** So many tell enough. */
const maxFound = 50

export async function countKept(
  graph: Graph,
  folders: Folders,
  { from, before }: EarlierMail,
): Promise<number> {
  const $search = toPeopleSearch('from', from)
  if ($search === null) return 0
  const $select = ['from', 'parentFolderId', 'receivedDateTime'].join()
  const query = toQuery({ $search, $select, $top: String(maxFound) })
  const { items } = await graph.list(`me/messages?${query}`, maxFound)
  const wanted = normaliseAddress(from)
  const isWanted = (mail: Json) =>
    normaliseAddress(findAddress(mail, 'from') ?? '') === wanted &&
    readDate(mail, 'receivedDateTime') < before
  return Math.min(await countInPlace(graph, folders, items.filter(isWanted)), mostKept)
}

async function countInPlace(
  graph: Graph,
  folders: Folders,
  mails: readonly Json[],
): Promise<number> {
  let count = 0
  const perFolder = Map.groupBy(mails, (mail) => readText(mail, 'parentFolderId'))
  for (const [folderId, { length }] of perFolder) {
    const place = await folders.findPlace(graph, folderId)
    if (place === 'inbox' || place === 'elsewhere') count += length
  }
  return count
}
