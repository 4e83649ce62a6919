import { MailError } from '../../mail-error.ts'
import type { Changes, Cursor, InboxListing, ProviderMessageId } from '../../mailbox.ts'
import { findDeltaCursor, toCursor, type DeltaCursor, type OwnDelta } from './delta-cursor.ts'
import { continueDelta, loadDeltaPage, toDeltaPart, toFirstLink, type DeltaPage } from './delta.ts'
import { readSetAsideId, setAsideFolderPath, type Folders } from '../folders.ts'
import { isGone } from '../graph/graph-error.ts'
import { toFilterTime } from '../graph/filter.ts'
import { toQuery, type Graph } from '../graph/graph.ts'
import { readDate, type Json } from '../graph/json.ts'
import { locateMessages } from '../locate-messages.ts'
import { toProviderMessageId } from '../received-message.ts'
import { followSent, openSent } from './sent-changes.ts'

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
  const sent = await openSent(graph, now)
  return {
    ids: toIds(newestFirst(messages)).slice(0, limit),
    cursor: toCursor({
      inbox: page.link,
      own: own && own.delta,
      sent: sent.link,
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
  const first = await loadFirstPages(graph, from)
  const inbox = await continueDelta(graph, from.inbox, first.inbox)
  if (inbox === 'link-lost') return 'cursor-lost'
  const own =
    from.own && from.own.folderId === first.setAsideFolder
      ? await followSetAside(graph, folders, from.own, first.own)
      : await openSetAside(graph, first.setAsideFolder)
  if (own === 'link-lost') return 'cursor-lost'
  const movedBack = await listMovedBack(graph, folders, own?.removed ?? [])
  // Comes last, because it returns early if the other calls were slow.
  const { sent, ...sentDelta } = await followSent(graph, from.sent, first.sent, now)
  const roundBeganAt = from.roundBeganAt ?? now
  return {
    arrived: toIds(inbox.present),
    movedToInbox: toIds(inbox.present.filter((one) => wasMoved(one, from.inboxKnownAt))),
    movedBack,
    sent,
    cursor: toCursor({
      inbox: inbox.link,
      own: own && own.delta,
      sent: sentDelta.link,
      ...(inbox.isLast
        ? { inboxKnownAt: roundBeganAt, roundBeganAt: null }
        : { inboxKnownAt: from.inboxKnownAt, roundBeganAt }),
    }),
    hasMore: !inbox.isLast || own?.isLast === false || !sentDelta.isLast,
  }
}

/** An answer is `undefined` if the cursor has no such link. */
type FirstPages = {
  readonly inbox: Json | MailError | undefined
  readonly own: Json | MailError | undefined
  readonly sent: Json | MailError | undefined
  /** The id of Doorman's folder. Users delete and rename folders, so it is looked up each time. */
  readonly setAsideFolder: string | null
}

/** Loads the first page of each folder with one request. Usually there are no further pages. */
async function loadFirstPages(
  graph: Graph,
  { inbox, own, sent }: DeltaCursor,
): Promise<FirstPages> {
  const parts = [
    toDeltaPart(inbox),
    { path: setAsideFolderPath },
    ...(own ? [toDeltaPart(own.link)] : []),
    ...(sent === null ? [] : [toDeltaPart(sent)]),
  ]
  const [inboxPage, folders, ...rest] = await graph.getEach(parts)
  if (!folders || folders instanceof MailError)
    throw folders ?? new MailError('unavailable', 'batch')
  return {
    inbox: inboxPage,
    own: own ? rest[0] : undefined,
    sent: sent === null ? undefined : rest.at(-1),
    setAsideFolder: readSetAsideId(folders),
  }
}

/**
 * Exchange may list a message a moment after the time at which it received it, and its clock and
 * ours differ. A new message that is listed later than this after its arrival counts as moved and
 * stays in the inbox.
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
  const receivedAt = readDate(message, 'receivedDateTime')
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
  try {
    return toSetAsideChanges(folderId, await loadDeltaPage(graph, toFirstLink(folderId, null)))
  } catch (error) {
    // The user deleted the folder after we looked it up.
    if (isGone(error)) return null
    throw error
  }
}

async function followSetAside(
  graph: Graph,
  folders: Folders,
  { folderId, link }: OwnDelta,
  first: Json | MailError | undefined,
): Promise<SetAsideChanges | 'link-lost' | null> {
  const page = await continueDelta(graph, link, first)
  if (page !== 'link-lost') return toSetAsideChanges(folderId, page)
  // Graph answers in the same way if the user deleted the folder after we looked it up.
  return (await folders.findSetAside(graph)) === folderId ? 'link-lost' : null
}

function toSetAsideChanges(folderId: string, page: DeltaPage): SetAsideChanges {
  return { ...page, delta: { folderId, link: page.link } }
}

/** Messages that left our folder and are now in the inbox or in a folder of the user's. */
async function listMovedBack(
  graph: Graph,
  folders: Folders,
  removed: readonly ProviderMessageId[],
): Promise<readonly ProviderMessageId[]> {
  const locations = await locateMessages(graph, folders, removed)
  return removed.filter((id) => ['inbox', 'elsewhere'].includes(locations.get(id) ?? ''))
}

function newestFirst(messages: readonly Json[]): readonly Json[] {
  return messages.toSorted(
    (a, b) => readDate(b, 'receivedDateTime').getTime() - readDate(a, 'receivedDateTime').getTime(),
  )
}

function toIds(messages: readonly Json[]): readonly ProviderMessageId[] {
  return [...new Set(messages.map(toProviderMessageId))]
}
