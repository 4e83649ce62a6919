import type { Change } from '../world/mail-store.ts'
import { invalidArgument, notFound } from './gmail-error.ts'
import { requireLabel, toLabelIds } from './label-ids.ts'
import { takePage } from './pages.ts'
import type { Call, Route } from './route.ts'
import { opens } from './scopes.ts'
import { costs } from './units.ts'

/** "Typically valid for at least a week" (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list). */
const keptMs = 8 * 24 * 3_600_000

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
    scopes: opens.reading,
    units: costs.listHistory,
    query: {
      startHistoryId: 'string',
      historyTypes: 'strings',
      labelId: 'string',
      maxResults: 'number',
      pageToken: 'string',
    },
    answer: listHistory,
  },
]

function listHistory({ gmail, store, query }: Call): object {
  const labelId = query.text('labelId')
  if (labelId !== null) requireLabel(store, labelId)
  const keys = readTypes(query.texts('historyTypes'))
  store.forgetChanges(new Date(gmail.world.clock.now().getTime() - keptMs))
  const changes = store.changesAfter(readStart(query.text('startHistoryId')))
  // Too old, or never given out: the caller has to start over.
  if (changes === 'lost') throw notFound()
  const records = changes
    .filter((change) => labelId === null || labelsAround(change).has(labelId))
    .flatMap((change) => toRecord(change, keys))
  const page = takePage(records, {
    idOf: ({ id }) => id,
    size: query.count('maxResults', { otherwise: 100, most: 500 }),
    token: query.text('pageToken'),
  })
  return {
    ...(page.items.length > 0 && { history: page.items }),
    ...(page.nextToken !== null && { nextPageToken: page.nextToken }),
    historyId: String(store.newestChangeId),
  }
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

/** One line of the log as one record; none where it shows nothing the caller asked for. */
function toRecord(change: Change, keys: ReadonlySet<RecordKey>) {
  const { id, mailId, threadId, before, after } = change
  const short = { id: mailId, threadId }
  const was = before ? toLabelIds(before) : []
  const is = after ? toLabelIds(after) : []
  const message = { ...short, ...((after ? is : was).length > 0 && { labelIds: after ? is : was }) }
  const added = is.filter((label) => !was.includes(label))
  const removed = was.filter((label) => !is.includes(label))
  const all: Partial<Record<RecordKey, object[]>> = {}
  if (before === null) all.messagesAdded = [{ message }]
  else if (after === null) all.messagesDeleted = [{ message }]
  else {
    if (added.length > 0) all.labelsAdded = [{ message, labelIds: added }]
    if (removed.length > 0) all.labelsRemoved = [{ message, labelIds: removed }]
  }
  const shown = Object.entries(all).filter(([key]) => keys.has(key as RecordKey))
  return shown.length === 0
    ? []
    : [{ id: String(id), messages: [short], ...Object.fromEntries(shown) }]
}

function labelsAround({ before, after }: Change): ReadonlySet<string> {
  return new Set([before, after].flatMap((standing) => (standing ? toLabelIds(standing) : [])))
}
