import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import {
  badRequest,
  GraphError,
  invalidToken,
  itemNotFound,
  serverError,
} from '../graph/graph-error.ts'
import { isPersonal } from '../login/accounts.ts'
import {
  answerEmpty,
  answerMessage,
  answerMessages,
  answerMime,
  type Answer,
} from '../graph/answers.ts'
import { isNewestFirst, parseMessageFilter, parseTop, type MessageFilter } from '../graph/odata.ts'
import { readSkip, toNextLink } from '../graph/paging.ts'
import { toPreferenceApplied } from '../graph/preferences.ts'
import { readJson, readText, type Call, type JsonObject, type Route } from '../graph/route.ts'
import { throttled } from '../graph/throttle.ts'
import { applyFields, draftFields, readDraft, recordDraft, writeDraft } from './drafts.ts'
import { parseExpand } from './extended-properties.ts'
import { loadFolder } from './folders.ts'
import { toMarks } from './marks.ts'
import { isDraft, parseSelect, toMessageJson, unsent, type MessageJson } from './message-view.ts'
import { maxFound, parseSearch } from './search.ts'

const listOptions = ['$select', '$expand', '$top', '$filter', '$orderby', '$search', '$skiptoken']

export const messageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'me/messages',
    scope: 'Mail.ReadBasic',
    options: listOptions,
    handle: list,
  },
  {
    method: 'GET',
    path: 'me/mailFolders/{folder}/messages',
    scope: 'Mail.ReadBasic',
    options: listOptions,
    handle: list,
  },
  ...toMessageRoutes('GET', '', {
    scope: 'Mail.ReadBasic',
    options: ['$select', '$expand'],
    handle: get,
  }),
  ...toMessageRoutes('GET', '/$value', { scope: 'Mail.Read', handle: getMime }),
  ...toMessageRoutes('PATCH', '', { scope: 'Mail.ReadWrite', handle: patch }),
  ...toMessageRoutes('DELETE', '', { scope: 'Mail.ReadWrite', handle: remove }),
  ...toMessageRoutes('POST', '/move', { scope: 'Mail.ReadWrite', handle: move }),
]

/** Graph has every method for one message under `me/messages/{id}` and under its folder. */
export function toMessageRoutes(
  method: Route['method'],
  action: string,
  rest: Pick<Route, 'scope' | 'options' | 'handle'>,
): Route[] {
  return ['me/messages/{message}', 'me/mailFolders/{folder}/messages/{message}'].map((path) => ({
    method,
    path: path + action,
    ...rest,
  }))
}

/** The message in the path. If the path has a folder, the message must be in it. */
export function loadMessage({ viewer, store, param }: Call): StoredMessage {
  const message = viewer.ids.find(param('message'))
  if (!message || message.folders.has(outbox)) throw itemNotFound()
  const folder = param('folder')
  if (folder !== '' && !message.folders.has(loadFolder(store, folder).storeFolder))
    throw itemNotFound()
  return message
}

/**
 * Folder of a message that has left Drafts but is not yet in Sent Items. Graph does not show it.
 */
export const outbox = 'outbox'

export function toEntity(call: Call, message: StoredMessage): MessageJson {
  const { graph, grant, option, viewer } = call
  return {
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#users('${grant.account.objectId}')/messages/$entity`,
    ...toMessageJson(
      message,
      parseSelect(option('$select')),
      viewer,
      parseExpand(option('$expand')),
    ),
  }
}

function list(call: Call): Answer {
  const { store, option, param, viewer, preferences } = call
  const select = parseSelect(option('$select'))
  const expanded = parseExpand(option('$expand'))
  const top = parseTop(option('$top'))
  const skip = readSkip(call)
  const storeFolder =
    param('folder') === '' ? undefined : loadFolder(store, param('folder')).storeFolder
  const messages = find(call, storeFolder)
  return answerMessages(
    {
      '@odata.context': `${call.graph.graphUrl}/v1.0/$metadata#users('${call.grant.account.objectId}')/messages`,
      value: messages
        .slice(skip, skip + top)
        .map((message) => toMessageJson(message, select, viewer, expanded)),
      ...(skip + top < messages.length && { '@odata.nextLink': toNextLink(call, skip + top) }),
    },
    { headers: toPreferenceApplied(preferences) },
  )
}

function find(
  { store, option, graph, grant }: Call,
  storeFolder: string | undefined,
): StoredMessage[] {
  const search = option('$search')
  const filterText = option('$filter')
  const orderBy = option('$orderby')
  const messages = [...store.list(storeFolder)].filter((message) => !message.folders.has(outbox))
  if (search !== null) {
    if (filterText !== null || orderBy !== null)
      throw badRequest(
        "The query parameters '$filter' and '$orderby' are not supported with '$search'.",
      )
    const matches = parseSearch(search)
    if (graph.quirks.emptySearches && isPersonal(grant.account)) return []
    return messages.filter(matches).slice(0, maxFound)
  }
  const filter: MessageFilter | null = filterText === null ? null : parseMessageFilter(filterText)
  const kept = filter ? messages.filter(filter.matches) : messages
  return isNewestFirst(orderBy, filter) ? kept : kept.reverse()
}

function get(call: Call): Answer {
  return answerMessage(toEntity(call, loadForReading(call)), {
    headers: toPreferenceApplied(call.preferences),
  })
}

/** https://learn.microsoft.com/graph/outlook-get-mime-message */
function getMime(call: Call): Answer {
  return answerMime(loadForReading(call).raw)
}

/** Loads a message, or fails if its sender triggers a fault. */
function loadForReading(call: Call): StoredMessage {
  const message = loadMessage(call)
  switch (call.graph.world.senderFaults.findReadFault(message)) {
    case 'rate-limit':
      throw throttled('MailboxRequests', 30)
    case 'revoke':
      call.store.endAccess('revoked')
      throw invalidToken('Access token validation failure.')
    case 'vanish':
      call.store.remove(message.id)
      throw itemNotFound()
    case null:
      return message
  }
}

/**
 * `isRead`, `categories` and extended properties can always change, the content only while the
 * message is a draft.
 */
async function patch(call: Call): Promise<Answer> {
  const { request, store } = call
  const fields = await readJson(request, [
    'isRead',
    'categories',
    'singleValueExtendedProperties',
    ...draftFields,
  ])
  if (draftFields.some((name) => Object.hasOwn(fields, name))) await changeDraft(call, fields)
  const message = loadMessage(call)
  const changed = store.update(message.id, {
    ...('isRead' in fields && { isRead: readBoolean(fields, 'isRead') }),
    marks: toMarks(message, fields),
  })
  return answerMessage(toEntity(call, changed))
}

async function changeDraft(call: Call, fields: JsonObject): Promise<void> {
  const message = loadMessage(call)
  if (!isDraft(message))
    throw new GraphError(
      403,
      'ErrorAccessDenied',
      'Access is denied. Changing a message that is not a draft takes Mail-Advanced.ReadWrite.',
    )
  const changed = applyFields(readDraft(message), fields)
  const raw = await writeDraft(changed, call.graph.world.clock.now())
  // Another call may have deleted or sent the draft while it was being encoded.
  if (!isDraft(loadMessage(call))) throw itemNotFound()
  call.store.rewrite(message.id, raw)
  recordDraft(call, message, 'changed')
}

/**
 * Moves a message to Deleted Items, or deletes it permanently if it is there
 * (https://learn.microsoft.com/graph/api/message-delete).
 */
function remove(call: Call): Answer {
  const { store } = call
  const message = loadMessage(call)
  if (message.folders.has('bin')) store.remove(message.id)
  else {
    const marks = isDraft(message) ? new Set([...message.marks, unsent]) : message.marks
    store.update(message.id, { folders: new Set(['bin']), marks })
  }
  if (message.folders.has('drafts')) recordDraft(call, message, 'deleted')
  return answerEmpty(204)
}

/**
 * Graph copies the message to the folder and removes the original, so its default id changes
 * (https://learn.microsoft.com/graph/api/message-move).
 */
async function move(call: Call): Promise<Answer> {
  const { graph, request, store } = call
  const fields = await readJson(request, ['destinationId'])
  const message = loadMessage(call)
  const { storeFolder } = loadFolder(store, readText(fields, 'destinationId'))
  const moved = store.move(message.id, storeFolder)
  if (graph.world.senderFaults.losesMoveResponse(message)) throw serverError()
  return answerMessage(toEntity(call, moved), { status: 201 })
}

function readBoolean(fields: JsonObject, name: string): boolean {
  const value = fields[name]
  if (typeof value !== 'boolean') throw badRequest(`The property '${name}' must be true or false.`)
  return value
}
