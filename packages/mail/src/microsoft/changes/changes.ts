import type { Changes, Cursor, InboxListing, ProviderMessageId } from '../../mailbox.ts'
import { findDeltaCursor, toCursor, type OwnDelta } from './delta-cursor.ts'
import { isLinkLost, loadDeltaPage, toFirstLink, type DeltaPage } from './delta.ts'
import type { Folders } from '../folders.ts'
import { isGone } from '../graph/graph-error.ts'
import { toQuery, type Graph } from '../graph/graph.ts'
import { findDate, readDate, readText, type Json } from '../graph/json.ts'
import { toProviderMessageId } from '../received-message.ts'
import { toFilterTime } from '../search/search-terms.ts'

/** Graph's limit. */
const maxPageSize = 1000

/**
 * Takes the list from the first round of the delta query, so that the cursor continues right after
 * it. The round starts at the oldest message wanted: over the whole inbox it could take minutes.
 */
export async function listInbox(
  graph: Graph,
  folders: Folders,
  { limit, since }: { limit: number; since?: Date },
  now: Date,
): Promise<InboxListing> {
  const start = await findStart(graph, limit, since ?? null)
  let page = await loadDeltaPage(graph, toFirstLink('inbox', start))
  const messages = [...page.present]
  while (!page.isLast) {
    page = await loadDeltaPage(graph, page.link)
    messages.push(...page.present)
  }
  const own = await openSetAside(graph, await folders.findSetAside(graph))
  return {
    ids: toIds(newestFirst(messages)).slice(0, limit),
    cursor: toCursor({
      inbox: page.link,
      own: own && own.delta,
      inboxKnownAt: now,
      roundBeganAt: null,
    }),
  }
}

export async function listChanges(
  graph: Graph,
  folders: Folders,
  cursor: Cursor,
  now: Date,
): Promise<Changes | 'cursor-lost'> {
  const from = findDeltaCursor(cursor)
  if (!from) return 'cursor-lost'
  try {
    const [inbox, setAsideFolder] = await Promise.all([
      loadDeltaPage(graph, from.inbox),
      folders.findSetAside(graph),
    ])
    const own =
      from.own && from.own.folderId === setAsideFolder
        ? await followSetAside(graph, from.own)
        : await openSetAside(graph, setAsideFolder)
    const roundBeganAt = from.roundBeganAt ?? now
    return {
      arrived: toIds(inbox.present),
      movedToInbox: toIds(inbox.present.filter((one) => wasMoved(one, from.inboxKnownAt))),
      movedBack: await listMovedBack(graph, folders, own?.removed ?? []),
      cursor: toCursor({
        inbox: inbox.link,
        own: own && own.delta,
        ...(inbox.isLast
          ? { inboxKnownAt: roundBeganAt, roundBeganAt: null }
          : { inboxKnownAt: from.inboxKnownAt, roundBeganAt }),
      }),
      hasMore: !inbox.isLast || own?.isLast === false,
    }
  } catch (error) {
    if (isLinkLost(error)) return 'cursor-lost'
    throw error
  }
}

/**
 * Exchange may list a message a moment after the time at which it received it, and its clock and
 * ours differ. A new message that is later than this counts as moved and stays in the inbox.
 */
const deliveryMarginMs = 2 * 60_000

/**
 * A delta query does not tell a new message from one that was moved into the folder. But a message
 * that Exchange received before an earlier complete round, and that the round did not list, was not
 * in the inbox then: the user has moved it there since. Messages that were merely changed are
 * included too. They are decided already, or older than the first scan looked, and stay where they
 * are.
 */
function wasMoved(message: Json, inboxKnownAt: Date | null): boolean {
  if (inboxKnownAt === null) return false
  const receivedAt = findDate(message, 'receivedDateTime')
  // Graph sends only the changed fields of a message that is older than the query's start.
  if (receivedAt === null) return true
  return receivedAt.getTime() < inboxKnownAt.getTime() - deliveryMarginMs
}

/** The time of the message at position `limit`, or `since` if there are fewer messages. */
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

type SetAsideChanges = Pick<DeltaPage, 'removed' | 'isLast'> & { readonly delta: OwnDelta }

/** The first round lists what is already in the folder. That is not a change. */
async function openSetAside(
  graph: Graph,
  folderId: string | null,
): Promise<SetAsideChanges | null> {
  if (folderId === null) return null
  return followSetAside(graph, { folderId, link: toFirstLink(folderId, null) })
}

async function followSetAside(
  graph: Graph,
  { folderId, link }: OwnDelta,
): Promise<SetAsideChanges | null> {
  try {
    const page = await loadDeltaPage(graph, link)
    return { ...page, delta: { folderId, link: page.link } }
  } catch (error) {
    // The user deleted the folder after we looked it up.
    if (isGone(error)) return null
    throw error
  }
}

/** Of the messages that left our folder, those now in the inbox or in a folder of the user's. */
async function listMovedBack(
  graph: Graph,
  folders: Folders,
  removed: readonly ProviderMessageId[],
): Promise<readonly ProviderMessageId[]> {
  const folderOf = await Promise.all(removed.map((id) => findFolder(graph, id)))
  const kept = new Set<string | null>()
  for (const folderId of new Set(folderOf)) {
    const location = folderId === null ? null : await folders.findLocation(graph, folderId)
    if (location === 'inbox' || location === 'elsewhere') kept.add(folderId)
  }
  return removed.filter((_, index) => kept.has(folderOf[index] ?? null))
}

async function findFolder(graph: Graph, id: ProviderMessageId): Promise<string | null> {
  try {
    const message = await graph.get(`me/messages/${encodeURIComponent(id)}?$select=parentFolderId`)
    return readText(message, 'parentFolderId')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function newestFirst(messages: readonly Json[]): readonly Json[] {
  return messages.toSorted(
    (a, b) => readDate(b, 'receivedDateTime').getTime() - readDate(a, 'receivedDateTime').getTime(),
  )
}

function toIds(messages: readonly Json[]): readonly ProviderMessageId[] {
  return [...new Set(messages.map(toProviderMessageId))]
}
