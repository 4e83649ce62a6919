import type { Change, StoredMail } from '../world/mail-store.ts'
import { toMessageJson, type MessageJson, type Onlooker, type Selection } from './message-view.ts'
import type { MailFilter } from './odata.ts'

/** A page of a delta query, without regard to where the reader's position is kept. */
export type DeltaQuery = {
  readonly place: string
  readonly select: Selection
  readonly filter: MailFilter | null
  readonly pageSize: number
}

export type DeltaItem =
  | MessageJson
  | { readonly id: string; readonly '@removed': { readonly reason: 'deleted' } }

/** "Applying $filter in a delta query returns only up to 5,000 messages" (delta-query-messages). */
const mostFiltered = 5000

/**
 * The next of everything in the folder, after the mail with the key `after`.
 * What changes meanwhile comes with the next round; nothing is passed over.
 */
export function readListing(
  onlooker: Onlooker,
  { place, select, filter, pageSize }: DeltaQuery,
  after: string | null,
): { items: DeltaItem[]; lastKey: string | null } {
  const waiting = [...onlooker.store.list(place)]
    .filter((mail) => filter?.matches(mail) ?? true)
    .slice(0, filter ? mostFiltered : undefined)
    .filter((mail) => after === null || toKey(mail) < after)
    .sort((one, other) => (toKey(one) < toKey(other) ? 1 : -1))
  const page = waiting.slice(0, pageSize)
  const last = page.at(-1)
  return {
    items: page.map((mail) => toMessageJson(mail, select, onlooker)),
    lastKey: last && waiting.length > page.length ? toKey(last) : null,
  }
}

/**
 * What happened in the folder: mail that is here as it is now, mail that left as
 * `@removed`. A mail that changed twice may come twice, on two pages.
 */
export function readChanges(
  onlooker: Onlooker,
  query: DeltaQuery,
  changes: readonly Change[],
): { items: DeltaItem[]; lastChange: Change | null } {
  const items = new Map<string, DeltaItem>()
  let lastChange: Change | null = null
  for (const change of changes) {
    if (items.size >= query.pageSize) break
    lastChange = change
    const item = toItem(onlooker, query, change)
    if (item) items.set(item.id, item)
  }
  return { items: [...items.values()], lastChange }
}

function toItem(
  onlooker: Onlooker,
  { place, select, filter }: DeltaQuery,
  { id, mailId, before, after }: Change,
): DeltaItem | null {
  const { store, ids, preferences } = onlooker
  if (after?.places.has(place)) {
    // Mail that has left again since is named by the change that says so.
    const mail = store.find(mailId)
    const isHere = mail?.places.has(place) && (filter?.matches(mail) ?? true)
    return mail && isHere ? toMessageJson(mail, select, onlooker) : null
  }
  return before?.places.has(place)
    ? { id: ids.toId(mailId, preferences.immutableIds, id), '@removed': { reason: 'deleted' } }
    : null
}

/** Newest first, and one order for mail of the same moment. */
function toKey({ receivedAt, id }: StoredMail): string {
  return `${receivedAt.toISOString()} ${id}`
}
