import type { MailFolder } from '@microsoft/microsoft-graph-types'
import { answerFolder, answerFolders, type Answer } from '../graph/answers.ts'
import { badRequest, notSimulated } from '../graph/graph-error.ts'
import { parseTop } from '../graph/odata.ts'
import { readSkip, toNextLink } from '../graph/paging.ts'
import { readJson, readText, type Call, type Route } from '../graph/route.ts'
import { createFolder, listFolders, loadFolder, toFolderJson } from './folders.ts'

export const folderRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'me/mailFolders',
    scope: 'Mail.ReadBasic',
    options: ['$select', '$top', '$filter', '$skiptoken'],
    handle: list,
  },
  { method: 'POST', path: 'me/mailFolders', scope: 'Mail.ReadWrite', handle: create },
  {
    method: 'GET',
    path: 'me/mailFolders/{folder}',
    scope: 'Mail.ReadBasic',
    options: ['$select'],
    handle: get,
  },
]

/**
 * Ten folders per page by default (https://learn.microsoft.com/graph/api/user-list-mailfolders).
 */
function list(call: Call): Answer {
  const { store, option } = call
  const name = parseNameFilter(option('$filter'))
  const folders = listFolders(store).filter(
    ({ displayName }) => name === null || displayName.toLowerCase() === name.toLowerCase(),
  )
  const top = parseTop(option('$top'))
  const skip = readSkip(call)
  const value = folders
    .slice(skip, skip + top)
    .map((folder) => select(toFolderJson(store, folder), option('$select')))
  return answerFolders({
    '@odata.context': toContext(call),
    value,
    ...(skip + top < folders.length && { '@odata.nextLink': toNextLink(call, skip + top) }),
  })
}

async function create(call: Call): Promise<Answer> {
  const { request, store, graph } = call
  const displayName = readText(await readJson(request, ['displayName']), 'displayName')
  if (displayName.length > 255) throw badRequest('A folder name can have at most 255 characters.')
  const id = `AAMkADAw${graph.world.random.token(43)}=`
  const folder = createFolder(store, displayName, id)
  return answerFolder(
    { '@odata.context': `${toContext(call)}/$entity`, ...toFolderJson(store, folder) },
    { status: 201 },
  )
}

function get(call: Call): Answer {
  const { store, param, option } = call
  const folder = toFolderJson(store, loadFolder(store, param('folder')))
  return answerFolder({
    '@odata.context': `${toContext(call)}/$entity`,
    ...select(folder, option('$select')),
  })
}

function toContext({ graph, grant }: Call): string {
  return `${graph.graphUrl}/v1.0/$metadata#users('${grant.account.objectId}')/mailFolders`
}

function parseNameFilter(filter: string | null): string | null {
  if (filter === null) return null
  const name = /^displayName eq '((?:[^']|'')*)'$/.exec(filter)?.[1]
  if (name === undefined) throw notSimulated(`the filter '${filter}' here`)
  return name.replaceAll("''", "'")
}

function select(folder: ReturnType<typeof toFolderJson>, option: string | null): MailFolder {
  const names = option === null ? Object.keys(folder) : ['id', ...option.split(',')]
  const unknown = names.find((name) => !Object.hasOwn(folder, name))
  if (unknown !== undefined) throw notSimulated(`the property '${unknown}' of a folder`)
  return Object.fromEntries(Object.entries(folder).filter(([name]) => names.includes(name)))
}
