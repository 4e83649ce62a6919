import type { MailStore, StoredMail, UserPlace } from '../world/mail-store.ts'
import { invalidArgument, labelExists, notFound } from './gmail-error.ts'
import { systemLabels, toLabelIds } from './label-ids.ts'
import type { Call, Route, Shape } from './route.ts'
import { opens } from './scopes.ts'
import { costs } from './units.ts'

const fields = {
  name: 'string',
  messageListVisibility: 'string',
  labelListVisibility: 'string',
} as const satisfies Shape

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.labels */
const visibilities: Readonly<Record<string, readonly string[]>> = {
  messageListVisibility: ['show', 'hide'],
  labelListVisibility: ['labelShow', 'labelShowIfUnread', 'labelHide'],
}

export const labelRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'labels',
    scopes: opens.listingLabels,
    units: costs.listLabels,
    answer: ({ store }) => ({
      labels: [...systemLabels.map(toSystemLabel), ...store.userPlaces.map(toLabel)],
    }),
  },
  {
    method: 'POST',
    path: 'labels',
    scopes: opens.labelling,
    units: costs.createLabel,
    body: fields,
    answer: ({ store, body, gmail }) => {
      const settings = readSettings(body)
      const name = readName(body['name'])
      requireFree(store, name, null)
      const id = `Label_${gmail.world.chance.below(Number.MAX_SAFE_INTEGER)}`
      const label = { id, name, settings }
      store.putUserPlace(label)
      return toLabel(label)
    },
  },
  {
    method: 'GET',
    path: 'labels/:id',
    scopes: opens.listingLabels,
    units: costs.getLabel,
    answer: ({ store, param }) => {
      const id = param('id')
      const shown = systemLabels.includes(id) ? toSystemLabel(id) : toLabel(loadLabel(store, id))
      return { ...shown, ...count(store, id) }
    },
  },
  {
    method: 'PATCH',
    path: 'labels/:id',
    scopes: opens.labelling,
    units: costs.patchLabel,
    body: { ...fields, id: 'string' },
    answer: ({ store, param, body }: Call) => {
      const label = loadLabel(store, param('id'))
      const name = body['name'] === undefined ? label.name : readName(body['name'])
      requireFree(store, name, label.id)
      const patched = { ...label, name, settings: { ...label.settings, ...readSettings(body) } }
      store.putUserPlace(patched)
      return toLabel(patched)
    },
  },
  {
    method: 'DELETE',
    path: 'labels/:id',
    scopes: opens.labelling,
    units: costs.deleteLabel,
    answer: ({ store, param }) => {
      if (systemLabels.includes(param('id'))) throw invalidArgument('Invalid delete request')
      store.removeUserPlace(loadLabel(store, param('id')).id)
      return null
    },
  },
]

function toSystemLabel(id: string): object {
  return { id, name: id, type: 'system' }
}

function toLabel({ id, name, settings }: UserPlace): object {
  return { id, name, ...settings, type: 'user' }
}

function loadLabel(store: MailStore, id: string): UserPlace {
  const label = store.userPlaces.find((place) => place.id === id)
  if (!label) throw notFound()
  return label
}

function readName(name: unknown): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > 225)
    throw invalidArgument('Invalid label name')
  if (systemLabels.includes(name.toUpperCase())) throw invalidArgument('Invalid label name')
  return name
}

/** Whatever the case (PROVIDERS 1.4 C: gauteh/lieer issue 207). */
function requireFree(store: MailStore, name: string, ownId: string | null): void {
  const isTaken = store.userPlaces.some(
    (place) => place.id !== ownId && place.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw labelExists()
}

function readSettings(body: Call['body']): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [name, allowed] of Object.entries(visibilities)) {
    const value = body[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !allowed.includes(value))
      throw invalidArgument(`Invalid value at '${name}'`)
    settings[name] = value
  }
  return settings
}

function count(store: MailStore, label: string): object {
  const mails = [...store.list()].filter((mail) => toLabelIds(mail).includes(label))
  const unread = mails.filter(({ isRead }) => !isRead)
  return {
    messagesTotal: mails.length,
    messagesUnread: unread.length,
    threadsTotal: countThreads(mails),
    threadsUnread: countThreads(unread),
  }
}

function countThreads(mails: readonly StoredMail[]): number {
  return new Set(mails.map(({ threadId }) => threadId)).size
}
