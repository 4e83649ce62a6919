import type { gmail_v1 } from '@googleapis/gmail'
import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { StoredMessage, UserFolder } from '../../world/mailbox/stored-message.ts'
import { scopesFor } from '../oauth/scopes.ts'
import { checked, type Checked } from './answers.ts'
import { invalidArgument, labelExists, notFound } from './gmail-error.ts'
import { systemLabels, toLabelIds } from './label-ids.ts'
import { unitCosts } from './quota-units.ts'
import type { Call, Route, Shape } from './route.ts'

type Label = Checked<gmail_v1.Schema$Label>

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
    scopes: scopesFor.listingLabels,
    units: unitCosts.listLabels,
    handle: ({ store }) =>
      checked.labels({
        labels: [...systemLabels.map(toSystemLabel), ...store.userFolders.map(toLabel)],
      }),
  },
  {
    method: 'POST',
    path: 'labels',
    scopes: scopesFor.labelling,
    units: unitCosts.createLabel,
    body: fields,
    handle: ({ store, body, gmail }) => {
      const settings = readSettings(body)
      const name = readName(body['name'])
      requireUnusedName(store, name, null)
      const id = `Label_${gmail.world.random.below(Number.MAX_SAFE_INTEGER)}`
      const label = { id, name, settings }
      store.putUserFolder(label)
      return toLabel(label)
    },
  },
  {
    method: 'GET',
    path: 'labels/:id',
    scopes: scopesFor.listingLabels,
    units: unitCosts.getLabel,
    handle: ({ store, param }) => {
      const id = param('id')
      const shown = systemLabels.includes(id) ? toSystemLabel(id) : toLabel(loadLabel(store, id))
      return checked.label({ ...shown, ...count(store, id) })
    },
  },
  {
    method: 'PATCH',
    path: 'labels/:id',
    scopes: scopesFor.labelling,
    units: unitCosts.patchLabel,
    body: { ...fields, id: 'string' },
    handle: ({ store, param, body }: Call) => {
      const label = loadLabel(store, param('id'))
      const name = body['name'] === undefined ? label.name : readName(body['name'])
      requireUnusedName(store, name, label.id)
      const patched = { ...label, name, settings: { ...label.settings, ...readSettings(body) } }
      store.putUserFolder(patched)
      return toLabel(patched)
    },
  },
  {
    method: 'DELETE',
    path: 'labels/:id',
    scopes: scopesFor.labelling,
    units: unitCosts.deleteLabel,
    handle: ({ store, param }) => {
      if (systemLabels.includes(param('id'))) throw invalidArgument('Invalid delete request')
      store.removeUserFolder(loadLabel(store, param('id')).id)
      return null
    },
  },
]

function toSystemLabel(id: string): Label {
  return checked.label({ id, name: id, type: 'system' })
}

function toLabel({ id, name, settings = {} }: UserFolder): Label {
  const { messageListVisibility, labelListVisibility } = settings
  return checked.label({
    id,
    name,
    ...(messageListVisibility !== undefined && { messageListVisibility }),
    ...(labelListVisibility !== undefined && { labelListVisibility }),
    type: 'user',
  })
}

function loadLabel(store: MailStore, id: string): UserFolder {
  const label = store.userFolders.find((folder) => folder.id === id)
  if (!label) throw notFound()
  return label
}

function readName(name: unknown): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > 225)
    throw invalidArgument('Invalid label name')
  if (systemLabels.includes(name.toUpperCase())) throw invalidArgument('Invalid label name')
  return name
}

/** Gmail compares label names without case (github.com/gauteh/lieer/issues/207). */
function requireUnusedName(store: MailStore, name: string, ownId: string | null): void {
  const isTaken = store.userFolders.some(
    (folder) => folder.id !== ownId && folder.name.toLowerCase() === name.toLowerCase(),
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

function count(store: MailStore, label: string): Label {
  const messages = [...store.list()].filter((message) => toLabelIds(message).includes(label))
  const unread = messages.filter(({ isRead }) => !isRead)
  return checked.label({
    messagesTotal: messages.length,
    messagesUnread: unread.length,
    threadsTotal: countThreads(messages),
    threadsUnread: countThreads(unread),
  })
}

function countThreads(messages: readonly StoredMessage[]): number {
  return new Set(messages.map(({ threadId }) => threadId)).size
}
