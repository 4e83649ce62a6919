import type { Changes, Cursor, Inbox, MailId } from '../mailbox.ts'
import { findDeltaCursor, toCursor, type OwnDelta } from './delta-cursor.ts'
import { isLinkLost, loadDeltaPage, toFirstLink, type DeltaPage } from './delta.ts'
import type { Folders } from './folders.ts'
import { isGone } from './graph-error.ts'
import { toQuery, type Graph } from './graph.ts'
import { readDate, readText, type Json } from './json.ts'
import { toMailId } from './received-mail.ts'
import { toFilterTime } from './search-terms.ts'

/** The most that Graph puts on a page. */
const maxPageSize = 1000

/**
 * The round that opens the delta also lists the mail, so that nothing can fall
 * between the two. It begins at the oldest mail we want: a round over a whole
 * inbox of years would take minutes.
 */
export async function listInbox(
  graph: Graph,
  folders: Folders,
  { limit, since }: { limit: number; since?: Date },
): Promise<Inbox> {
  const start = await findStart(graph, limit, since ?? null)
  let page = await loadDeltaPage(graph, toFirstLink('inbox', start))
  const mails = [...page.present]
  while (!page.isLast) {
    page = await loadDeltaPage(graph, page.link)
    mails.push(...page.present)
  }
  const own = await openOwn(graph, await folders.findOwn(graph))
  return {
    ids: toIds(newestFirst(mails)).slice(0, limit),
    cursor: toCursor({ inbox: page.link, own: own && own.delta }),
  }
}

export async function listChanges(
  graph: Graph,
  folders: Folders,
  cursor: Cursor,
): Promise<Changes | 'cursor-lost'> {
  const from = findDeltaCursor(cursor)
  if (!from) return 'cursor-lost'
  try {
    const [inbox, ownFolder] = await Promise.all([
      loadDeltaPage(graph, from.inbox),
      folders.findOwn(graph),
    ])
    const own =
      from.own && from.own.folderId === ownFolder
        ? await followOwn(graph, from.own)
        : await openOwn(graph, ownFolder)
    return {
      arrived: toIds(inbox.present),
      takenOut: await listTakenOut(graph, folders, own?.removed ?? []),
      cursor: toCursor({ inbox: inbox.link, own: own && own.delta }),
      hasMore: !inbox.isLast || own?.isLast === false,
    }
  } catch (error) {
    if (isLinkLost(error)) return 'cursor-lost'
    throw error
  }
}

/** The moment from which the inbox holds `limit` mails, or `since` where it holds fewer. */
async function findStart(graph: Graph, limit: number, since: Date | null): Promise<Date | null> {
  const query = toQuery({
    $select: 'receivedDateTime',
    $orderby: 'receivedDateTime desc',
    $top: String(Math.min(limit, maxPageSize)),
    ...(since && { $filter: `receivedDateTime ge ${toFilterTime(since)}` }),
  })
  const { items, hasMore } = await graph.list(`me/mailFolders/inbox/messages?${query}`, limit)
  const oldest = items.at(-1)
  return hasMore && oldest ? readDate(oldest, 'receivedDateTime') : since
}

type OwnChanges = Pick<DeltaPage, 'removed' | 'isLast'> & { readonly delta: OwnDelta }

/** What is in our folder when we begin to follow it is no news. */
async function openOwn(graph: Graph, folderId: string | null): Promise<OwnChanges | null> {
  if (folderId === null) return null
  return followOwn(graph, { folderId, link: toFirstLink(folderId, null) })
}

async function followOwn(graph: Graph, { folderId, link }: OwnDelta): Promise<OwnChanges | null> {
  try {
    const page = await loadDeltaPage(graph, link)
    return { ...page, delta: { folderId, link: page.link } }
  } catch (error) {
    // Deleted this very moment, with what it held.
    if (isGone(error)) return null
    throw error
  }
}

/** Of the mails that left our folder, those that lie where people keep mail: neither deleted nor binned, nor junk, nor back with us. */
async function listTakenOut(
  graph: Graph,
  folders: Folders,
  removed: readonly MailId[],
): Promise<readonly MailId[]> {
  const folderOf = await Promise.all(removed.map((id) => findFolder(graph, id)))
  const kept = new Set<string | null>()
  for (const folderId of new Set(folderOf)) {
    const place = folderId === null ? null : await folders.findPlace(graph, folderId)
    if (place === 'inbox' || place === 'elsewhere') kept.add(folderId)
  }
  return removed.filter((_, index) => kept.has(folderOf[index] ?? null))
}

async function findFolder(graph: Graph, id: MailId): Promise<string | null> {
  try {
    const mail = await graph.get(`me/messages/${encodeURIComponent(id)}?$select=parentFolderId`)
    return readText(mail, 'parentFolderId')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function newestFirst(mails: readonly Json[]): readonly Json[] {
  return mails.toSorted(
    (one, other) =>
      readDate(other, 'receivedDateTime').getTime() - readDate(one, 'receivedDateTime').getTime(),
  )
}

function toIds(mails: readonly Json[]): readonly MailId[] {
  return [...new Set(mails.map(toMailId))]
}
