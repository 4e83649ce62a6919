import type { MailStore, WellKnownPlace } from '../world/mail-store.ts'

const wellKnown: Readonly<Record<WellKnownPlace, string>> = {
  inbox: 'Inbox',
  archive: 'Archive',
  sent: 'Sent',
  drafts: 'Drafts',
  junk: 'Junk',
  bin: 'Bin',
}

export type PlaceCount = {
  readonly place: string
  readonly name: string
  readonly total: number
  readonly unread: number
}

/** Every folder or label that holds mail, and the inbox always; well-known ones first. */
export function countPlaces(store: MailStore): PlaceCount[] {
  const own = store.userPlaces.map(({ id }) => id)
  const counts = new Map([...Object.keys(wellKnown), ...own].map((place) => [place, zero()]))
  for (const { places, isRead } of store.list())
    for (const place of places) {
      const count = counts.get(place) ?? zero()
      count.total++
      if (!isRead) count.unread++
      counts.set(place, count)
    }
  return [...counts]
    .filter(([place, { total }]) => total > 0 || place === 'inbox' || own.includes(place))
    .map(([place, count]) => ({ place, name: toPlaceName(store, place), ...count }))
}

export function toPlaceName(store: MailStore, place: string): string {
  const own = store.userPlaces.find(({ id }) => id === place)
  return own?.name ?? (isWellKnown(place) ? wellKnown[place] : place)
}

function zero() {
  return { total: 0, unread: 0 }
}

function isWellKnown(place: string): place is WellKnownPlace {
  return Object.hasOwn(wellKnown, place)
}
