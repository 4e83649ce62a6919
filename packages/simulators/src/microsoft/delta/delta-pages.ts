import type { Change, StoredMessage } from '../../world/mailbox/stored-message.ts'
import type { MessageFilter } from '../graph/odata.ts'
import {
  toMessageJson,
  type MessageJson,
  type Selection,
  type Viewer,
} from '../messages/message-view.ts'

/** A delta query, apart from the reader's position. */
export type DeltaQuery = {
  readonly storeFolder: string
  readonly select: Selection
  readonly filter: MessageFilter | null
  readonly pageSize: number
}

export type DeltaItem = MessageJson & {
  readonly '@removed'?: { readonly reason: 'deleted' }
}

/**
 * With `$filter`, a delta query returns at most 5,000 messages
 * (https://learn.microsoft.com/graph/delta-query-messages).
 */
const maxFiltered = 5000

/**
 * The next page of the first listing, after the message with the key `after`.
 * Changes during the listing are listed in the next round.
 */
export function readListing(
  viewer: Viewer,
  { storeFolder, select, filter, pageSize }: DeltaQuery,
  after: string | null,
): { items: DeltaItem[]; lastKey: string | null } {
  const remaining = [...viewer.store.list(storeFolder)]
    .filter((message) => filter?.matches(message) ?? true)
    .slice(0, filter ? maxFiltered : undefined)
    .filter((message) => after === null || toKey(message) < after)
    .sort((one, other) => (toKey(one) < toKey(other) ? 1 : -1))
  const page = remaining.slice(0, pageSize)
  const last = page.at(-1)
  return {
    items: page.map((message) => toMessageJson(message, select, viewer)),
    lastKey: last && remaining.length > page.length ? toKey(last) : null,
  }
}

/**
 * The next page of changes in the folder: messages with their current state, or
 * `@removed`. A message that changed twice may be listed on two pages.
 */
export function readChanges(
  viewer: Viewer,
  query: DeltaQuery,
  changes: readonly Change[],
): { items: DeltaItem[]; lastChange: Change | null } {
  const items = new Map<string, DeltaItem>()
  let lastChange: Change | null = null
  for (const change of changes) {
    if (items.size >= query.pageSize) break
    lastChange = change
    const item = toItem(viewer, query, change)
    const isListed = item && isPartial(item) && items.has(item.id)
    if (item && !isListed) items.set(item.id, item)
  }
  return { items: [...items.values()], lastChange }
}

function toItem(
  viewer: Viewer,
  { storeFolder, select, filter }: DeltaQuery,
  change: Change,
): DeltaItem | null {
  const { store, ids, preferences, quirks } = viewer
  const { id, storedMessageId, before, after } = change
  if (after?.folders.has(storeFolder)) {
    // If the message has left the folder since, a later change lists it as removed.
    const message = store.find(storedMessageId)
    if (!message?.folders.has(storeFolder)) return null
    if (quirks.partialReadChanges && isReadChange(change)) {
      const { '@odata.etag': _etag, ...partial } = toMessageJson(message, partialFields, viewer)
      return partial
    }
    if (quirks.missedReturns && preferences.immutableIds && isReturn(viewer, storeFolder, change))
      return null
    return filter?.matches(message) === false ? null : toMessageJson(message, select, viewer)
  }
  return before?.folders.has(storeFolder)
    ? {
        id: ids.toId(storedMessageId, preferences.immutableIds, id),
        '@removed': { reason: 'deleted' },
      }
    : null
}

const partialFields = ['isRead', 'parentFolderId'] as const

function isPartial(item: DeltaItem): boolean {
  return !('@odata.etag' in item) && !('@removed' in item)
}

/** Nothing but the read state changed. */
function isReadChange({ before, after }: Change): boolean {
  return (
    before !== null &&
    after !== null &&
    before.isRead !== after.isRead &&
    [...before.folders].join() === [...after.folders].join() &&
    [...before.marks].join() === [...after.marks].join()
  )
}

/** The message enters the folder and was in it before. */
function isReturn({ store }: Viewer, storeFolder: string, { id, storedMessageId, before }: Change) {
  if (before === null || before.folders.has(storeFolder)) return false
  const changes = store.changesAfter(store.oldestKnownChangeId)
  return (
    changes !== 'lost' &&
    changes.some(
      (earlier) =>
        earlier.id < id &&
        earlier.storedMessageId === storedMessageId &&
        earlier.before?.folders.has(storeFolder),
    )
  )
}

/** Sorts by time, then by id. */
function toKey({ receivedAt, id }: StoredMessage): string {
  return `${receivedAt.toISOString()} ${id}`
}
