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

export type DeltaItem =
  | MessageJson
  | { readonly id: string; readonly '@removed': { readonly reason: 'deleted' } }

/**
 * With `$filter`, a delta query returns at most 5,000 messages
 * (https://learn.microsoft.com/graph/delta-query-messages).
 */
const maxFiltered = 5000

/**
 * The next page of the first listing, after the message with the key `after`.
 * Changes that happen meanwhile are listed in the next round.
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
    if (item) items.set(item.id, item)
  }
  return { items: [...items.values()], lastChange }
}

function toItem(
  viewer: Viewer,
  { storeFolder, select, filter }: DeltaQuery,
  { id, storedMessageId, before, after }: Change,
): DeltaItem | null {
  const { store, ids, preferences } = viewer
  if (after?.folders.has(storeFolder)) {
    // If the message has left the folder since, a later change lists it as removed.
    const message = store.find(storedMessageId)
    const isHere = message?.folders.has(storeFolder) && (filter?.matches(message) ?? true)
    return message && isHere ? toMessageJson(message, select, viewer) : null
  }
  return before?.folders.has(storeFolder)
    ? {
        id: ids.toId(storedMessageId, preferences.immutableIds, id),
        '@removed': { reason: 'deleted' },
      }
    : null
}

/** Sorts by time, then by id. */
function toKey({ receivedAt, id }: StoredMessage): string {
  return `${receivedAt.toISOString()} ${id}`
}
