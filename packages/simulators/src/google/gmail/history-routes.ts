import type { gmail_v1 } from '@googleapis/gmail'
import type { Change } from '../../world/mailbox/stored-message.ts'
import { dayMs } from '../../world/time.ts'
import { scopesFor } from '../oauth/scopes.ts'
import { checked, type Answer } from './answers.ts'
import { invalidArgument, notFound } from './gmail-error.ts'
import { requireLabel, toLabelIds } from './label-ids.ts'
import { takePage } from './paging.ts'
import { unitCosts } from './quota-units.ts'
import type { Call, Route } from './route.ts'

/**
 * History ids are "typically valid for at least a week"
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list).
 */
const historyRetentionMs = 8 * dayMs

const types = {
  messageAdded: 'messagesAdded',
  messageDeleted: 'messagesDeleted',
  labelAdded: 'labelsAdded',
  labelRemoved: 'labelsRemoved',
} as const

type RecordKey = (typeof types)[keyof typeof types]

export const historyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'history',
    scopes: scopesFor.reading,
    units: unitCosts.listHistory,
    query: {
      startHistoryId: 'string',
      historyTypes: 'strings',
      labelId: 'string',
      maxResults: 'number',
      pageToken: 'string',
    },
    handle: listHistory,
  },
]

function listHistory({ gmail, store, query }: Call): Answer {
  const labelId = query.text('labelId')
  if (labelId !== null) requireLabel(store, labelId)
  const keys = readTypes(query.texts('historyTypes'))
  store.forgetChanges(new Date(gmail.world.clock.now().getTime() - historyRetentionMs))
  const changes = store.changesAfter(readStart(query.text('startHistoryId')))
  // The id is too old or never existed, so the caller must do a full sync.
  if (changes === 'lost') throw notFound()
  const records = changes
    .filter((change) => labelId === null || labelsOf(change).has(labelId))
    .flatMap((change) => toRecord(change, keys))
  const page = takePage(records, {
    idOf: ({ id }) => id ?? '',
    size: query.count('maxResults', { byDefault: 100, max: 500 }),
    token: query.text('pageToken'),
  })
  return checked.historyPage({
    ...(page.items.length > 0 && { history: [...page.items] }),
    ...(page.nextToken !== null && { nextPageToken: page.nextToken }),
    historyId: String(store.newestChangeId),
  })
}

function readStart(value: string | null): bigint {
  if (value === null) throw invalidArgument('Missing startHistoryId')
  if (!/^\d+$/.test(value)) throw invalidArgument(`Invalid value at 'start_history_id', "${value}"`)
  return BigInt(value)
}

function readTypes(names: readonly string[]): ReadonlySet<RecordKey> {
  const keys = names.map((name) => {
    if (!Object.hasOwn(types, name))
      throw invalidArgument(`Invalid value at 'historyTypes', "${name}"`)
    return types[name as keyof typeof types]
  })
  return new Set(keys.length > 0 ? keys : Object.values(types))
}

/** One change as a history record; empty if the caller did not ask for its type. */
function toRecord(change: Change, keys: ReadonlySet<RecordKey>) {
  const { id, storedMessageId, threadId, before, after } = change
  const reference = checked.message({ id: storedMessageId, threadId })
  const oldLabels = before ? toLabelIds(before) : []
  const newLabels = after ? toLabelIds(after) : []
  const labelIds = after ? newLabels : oldLabels
  const message = checked.message({
    id: storedMessageId,
    threadId,
    ...(labelIds.length > 0 && { labelIds }),
  })
  const added = newLabels.filter((label) => !oldLabels.includes(label))
  const removed = oldLabels.filter((label) => !newLabels.includes(label))
  const all: Pick<gmail_v1.Schema$History, RecordKey> = {}
  if (before === null) all.messagesAdded = [{ message }]
  else if (after === null) all.messagesDeleted = [{ message }]
  else {
    if (added.length > 0) all.labelsAdded = [{ message, labelIds: added }]
    if (removed.length > 0) all.labelsRemoved = [{ message, labelIds: removed }]
  }
  const shown: typeof all = Object.fromEntries(
    Object.entries(all).filter(([key]) => keys.has(key as RecordKey)),
  )
  return Object.keys(shown).length === 0
    ? []
    : [checked.history({ id: String(id), messages: [reference], ...shown })]
}

function labelsOf({ before, after }: Change): ReadonlySet<string> {
  return new Set([before, after].flatMap((state) => (state ? toLabelIds(state) : [])))
}
