import type { StoredMail } from '../world/mail-store.ts'
import { applyFields, draftFields, noteDraft, readDraft, writeDraft } from './drafts.ts'
import { loadFolder } from './folders.ts'
import { badRequest, GraphError, invalidToken, itemNotFound, serverError } from './graph-error.ts'
import { categoryPrefix, isDraft, parseSelect, toMessageJson, unsent } from './message-view.ts'
import { isNewestFirst, parseMailFilter, parseTop, type MailFilter } from './odata.ts'
import { openPage, toNextLink } from './paging.ts'
import { toPreferenceApplied } from './preferences.ts'
import { readJson, readText, type Call, type JsonObject, type Route } from './route.ts'
import { mostFound, parseSearch } from './search.ts'
import { tooMany } from './throttle.ts'

const listOptions = ['$select', '$top', '$filter', '$orderby', '$search', '$skiptoken']

export const messageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'me/messages',
    scope: 'Mail.ReadBasic',
    options: listOptions,
    answer: list,
  },
  {
    method: 'GET',
    path: 'me/mailFolders/{folder}/messages',
    scope: 'Mail.ReadBasic',
    options: listOptions,
    answer: list,
  },
  ...ofOneMessage('GET', '', { scope: 'Mail.ReadBasic', options: ['$select'], answer: get }),
  ...ofOneMessage('GET', '/$value', { scope: 'Mail.Read', answer: getMime }),
  ...ofOneMessage('PATCH', '', { scope: 'Mail.ReadWrite', answer: patch }),
  ...ofOneMessage('DELETE', '', { scope: 'Mail.ReadWrite', answer: remove }),
  ...ofOneMessage('POST', '/move', { scope: 'Mail.ReadWrite', answer: move }),
]

/** "POST /me/messages/{id}/…" and "POST /me/mailFolders/{id}/messages/{id}/…" on every page of the reference. */
export function ofOneMessage(
  method: Route['method'],
  action: string,
  rest: Pick<Route, 'scope' | 'options' | 'answer'>,
): Route[] {
  return ['me/messages/{message}', 'me/mailFolders/{folder}/messages/{message}'].map((path) => ({
    method,
    path: path + action,
    ...rest,
  }))
}

/** The mail a path names. With a folder in the path it must lie there. */
export function loadMail({ onlooker, store, param }: Call): StoredMail {
  const mail = onlooker.ids.find(param('message'))
  if (!mail || mail.places.has(outbox)) throw itemNotFound()
  const folder = param('folder')
  if (folder !== '' && !mail.places.has(loadFolder(store, folder).place)) throw itemNotFound()
  return mail
}

/** Where a mail is between leaving Drafts and showing up in Sent Items: nobody can see it. */
export const outbox = 'outbox'

export function toEntity(call: Call, mail: StoredMail): JsonObject {
  const { graph, grant, option, onlooker } = call
  return {
    '@odata.context': `${graph.graphUrl}/v1.0/$metadata#users('${grant.account.objectId}')/messages/$entity`,
    ...toMessageJson(mail, parseSelect(option('$select')), onlooker),
  }
}

function list(call: Call): Response {
  const { store, option, param, onlooker, preferences } = call
  const select = parseSelect(option('$select'))
  const top = parseTop(option('$top'))
  const skip = openPage(call)
  const place = param('folder') === '' ? undefined : loadFolder(store, param('folder')).place
  const mails = find(call, place)
  return Response.json(
    {
      '@odata.context': `${call.graph.graphUrl}/v1.0/$metadata#users('${call.grant.account.objectId}')/messages`,
      value: mails.slice(skip, skip + top).map((mail) => toMessageJson(mail, select, onlooker)),
      ...(skip + top < mails.length && { '@odata.nextLink': toNextLink(call, skip + top) }),
    },
    { headers: toPreferenceApplied(preferences) },
  )
}

function find({ store, option }: Call, place: string | undefined): StoredMail[] {
  const search = option('$search')
  const filterText = option('$filter')
  const orderBy = option('$orderby')
  const mails = [...store.list(place)].filter((mail) => !mail.places.has(outbox))
  if (search !== null) {
    if (filterText !== null || orderBy !== null)
      throw badRequest(
        "The query parameters '$filter' and '$orderby' are not supported with '$search'.",
      )
    return mails.filter(parseSearch(search)).slice(0, mostFound)
  }
  const filter: MailFilter | null = filterText === null ? null : parseMailFilter(filterText)
  const kept = filter ? mails.filter(filter.matches) : mails
  return isNewestFirst(orderBy, filter) ? kept : kept.reverse()
}

function get(call: Call): Response {
  return Response.json(toEntity(call, readMail(call)), {
    headers: toPreferenceApplied(call.preferences),
  })
}

/** learn.microsoft.com/graph/outlook-get-mime-message */
function getMime(call: Call): Response {
  return new Response(Buffer.from(readMail(call).raw), {
    headers: { 'content-type': 'text/plain' },
  })
}

/** A mail for its reader, unless its sender is one of those who make trouble. */
function readMail(call: Call): StoredMail {
  const mail = loadMail(call)
  switch (call.graph.world.provocations.findReadingTrouble(mail)) {
    case 'rate-limit':
      throw tooMany('MailboxRequests', 30)
    case 'revoke':
      call.store.endAccess('revoked')
      throw invalidToken('Access token validation failure.')
    case 'vanish':
      call.store.remove(mail.id)
      throw itemNotFound()
    case null:
      return mail
  }
}

/** Read and categories at any time; the words of a mail only while it is a draft (PROVIDERS 2.2). */
async function patch(call: Call): Promise<Response> {
  const { request, store } = call
  const fields = await readJson(request, ['isRead', 'categories', ...draftFields])
  if (draftFields.some((name) => Object.hasOwn(fields, name))) await changeDraft(call, fields)
  const mail = loadMail(call)
  const changed = store.update(mail.id, {
    ...('isRead' in fields && { isRead: readBoolean(fields, 'isRead') }),
    ...('categories' in fields && { marks: toMarks(mail, fields) }),
  })
  return Response.json(toEntity(call, changed))
}

async function changeDraft(call: Call, fields: JsonObject): Promise<void> {
  const mail = loadMail(call)
  if (!isDraft(mail))
    throw new GraphError(
      403,
      'ErrorAccessDenied',
      'Access is denied. Changing a message that is not a draft takes Mail-Advanced.ReadWrite.',
    )
  const changed = applyFields(readDraft(mail), fields)
  const raw = await writeDraft(changed, call.graph.world.clock.now())
  // By now it may be gone, or sent.
  if (!isDraft(loadMail(call))) throw itemNotFound()
  call.store.rewrite(mail.id, raw)
  noteDraft(call, mail, 'changed')
}

/** Into Deleted Items, and from there for good (message-delete). */
function remove(call: Call): Response {
  const { store } = call
  const mail = loadMail(call)
  if (mail.places.has('bin')) store.remove(mail.id)
  else {
    const marks = isDraft(mail) ? new Set([...mail.marks, unsent]) : mail.marks
    store.update(mail.id, { places: new Set(['bin']), marks })
  }
  if (mail.places.has('drafts')) noteDraft(call, mail, 'deleted')
  return new Response(null, { status: 204 })
}

/** "This creates a new copy of the message in the destination folder and removes the original" (message-move). */
async function move(call: Call): Promise<Response> {
  const { graph, request, store } = call
  const fields = await readJson(request, ['destinationId'])
  const mail = loadMail(call)
  const { place } = loadFolder(store, readText(fields, 'destinationId'))
  const moved = store.move(mail.id, place)
  if (graph.world.provocations.losesAnswer(mail)) throw serverError()
  return Response.json(toEntity(call, moved), { status: 201 })
}

function readBoolean(fields: JsonObject, name: string): boolean {
  const value = fields[name]
  if (typeof value !== 'boolean') throw badRequest(`The property '${name}' must be true or false.`)
  return value
}

function toMarks({ marks }: StoredMail, { categories }: JsonObject): ReadonlySet<string> {
  if (!Array.isArray(categories) || !categories.every((name) => typeof name === 'string'))
    throw badRequest("The property 'categories' must be a list of names.")
  const others = [...marks].filter((mark) => !mark.startsWith(categoryPrefix))
  return new Set([...others, ...categories.map((name) => categoryPrefix + name)])
}
