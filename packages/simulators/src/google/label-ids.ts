import type { MailStore, Standing } from '../world/mail-store.ts'
import { invalidArgument } from './gmail-error.ts'

/** Gmail's labels that say where a mail lies. The archive is no label, but the lack of one. */
const placeLabels: Readonly<Record<string, string>> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  SPAM: 'junk',
  TRASH: 'bin',
}

const markLabels = [
  'STARRED',
  'IMPORTANT',
  'CHAT',
  'CATEGORY_PERSONAL',
  'CATEGORY_SOCIAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
  'CATEGORY_FORUMS',
] as const

/** https://developers.google.com/workspace/gmail/api/guides/labels#types_of_labels */
export const systemLabels: readonly string[] = [
  ...Object.keys(placeLabels),
  'UNREAD',
  ...markLabels,
]

/** Only Gmail itself puts these on (same page). */
const untouchable = new Set(['SENT', 'DRAFT', 'CHAT'])

export function toPlace(label: string): string {
  return placeLabels[label] ?? label
}

const labelOfPlace = new Map(Object.entries(placeLabels).map(([label, place]) => [place, label]))

export function toLabelIds({ places, marks, isRead }: Standing): string[] {
  const labels = [...places]
    .filter((place) => place !== 'archive')
    .map((place) => labelOfPlace.get(place) ?? place)
  return [...(isRead ? [] : ['UNREAD']), ...labels, ...marks]
}

/** How a mail stands after labels were put on and taken off. */
export function relabel(
  store: MailStore,
  mail: Standing,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Standing {
  for (const label of [...add, ...remove]) requireLabel(store, label)
  const both = add.find((label) => remove.includes(label))
  if (both !== undefined)
    throw invalidArgument(`Cannot both add and remove the same label: ${both}`)
  const fixed = [...add, ...remove].find((label) => untouchable.has(label))
  if (fixed !== undefined) throw invalidArgument(`Invalid label: ${fixed}`)
  const labels = new Set(toLabelIds(mail))
  for (const label of add) labels.add(label)
  for (const label of remove) labels.delete(label)
  return toStanding(labels)
}

export function toStanding(labels: Iterable<string>): Standing {
  const all = [...labels]
  const isMark = (label: string) => markLabels.some((mark) => mark === label)
  return {
    places: new Set(all.filter((label) => label !== 'UNREAD' && !isMark(label)).map(toPlace)),
    marks: new Set(all.filter(isMark)),
    isRead: !all.includes('UNREAD'),
  }
}

export function requireLabel(store: MailStore, label: string): void {
  const isKnown = systemLabels.includes(label) || store.userPlaces.some(({ id }) => id === label)
  if (!isKnown) throw invalidArgument(`Invalid label: ${label}`)
}
