import { productName } from '@doorman/domain/brand'
import { MailError } from '../mail-error.ts'
import type { ReceivedMessage } from '../mailbox.ts'
import { toFilterText } from './graph/filter.ts'
import { GraphError, isGone } from './graph/graph-error.ts'
import { toQuery, type Graph } from './graph/graph.ts'
import { findText, listJson, readText, type Json } from './graph/json.ts'

/** Graph's names for the folders of every mailbox, whatever the user's language calls them. */
type WellKnownFolder = 'inbox' | 'junkemail' | 'deleteditems' | 'sentitems' | 'drafts'

type FolderLocation = ReceivedMessage['location']

/** The well-known folders besides the inbox. */
const otherFolders: readonly (readonly [WellKnownFolder, FolderLocation])[] = [
  ['junkemail', 'junk'],
  ['deleteditems', 'bin'],
  ['sentitems', 'sent'],
  ['drafts', 'draft'],
]

export type Folders = {
  /** The id of Doorman's folder. Users delete and rename folders, so every call looks it up. */
  findSetAside(graph: Graph): Promise<string | null>
  /** Creates the folder if there is none. Concurrent calls share one lookup and one creation. */
  loadSetAside(graph: Graph): Promise<string>
  loadWellKnown(graph: Graph, name: WellKnownFolder): Promise<string>
  findLocation(graph: Graph, folderId: string): Promise<FolderLocation>
}

/** A deleted folder is in the bin with its subfolders. We look for the bin this many levels up. */
const maxDepth = 5

export function createFolders(): Folders {
  const wellKnown = new Map<WellKnownFolder, string>()
  let loading: Promise<string> | null = null

  /** Cached: the ids of these folders never change. */
  async function loadWellKnown(graph: Graph, name: WellKnownFolder): Promise<string> {
    const known = wellKnown.get(name)
    if (known !== undefined) return known
    const id = readText(await getWellKnownFolder(graph, name, 'id'), 'id')
    wellKnown.set(name, id)
    return id
  }

  async function findLocation(graph: Graph, folderId: string): Promise<FolderLocation> {
    // The inbox first: most messages are there, and its id is usually cached.
    if (folderId === (await loadWellKnown(graph, 'inbox'))) return 'inbox'
    if (folderId === (await findSetAsideId(graph))) return 'set-aside'
    for (const [name, location] of otherFolders)
      if (folderId === (await loadWellKnown(graph, name))) return location
    const bin = await loadWellKnown(graph, 'deleteditems')
    return (await isWithin(graph, folderId, bin)) ? 'bin' : 'elsewhere'
  }

  return {
    findSetAside: findSetAsideId,
    loadSetAside(graph) {
      loading ??= loadOrCreate(graph).finally(() => {
        loading = null
      })
      return loading
    },
    loadWellKnown,
    findLocation,
  }
}

/** Every mailbox has these folders: if one is gone, the account has no mailbox. */
export async function getWellKnownFolder(
  graph: Graph,
  name: WellKnownFolder,
  field: 'id' | 'totalItemCount',
): Promise<Json> {
  try {
    return await graph.get(`me/mailFolders/${name}?$select=${field}`)
  } catch (error) {
    if (isGone(error)) throw new MailError('no-mailbox', `no-${name}`, { cause: error })
    throw error
  }
}

/** The list of the folders with Doorman's name: one or none. For `findSetAside` within a batch. */
export const setAsideFolderPath = `me/mailFolders?${toQuery({
  $filter: `displayName eq ${toFilterText(productName)}`,
  $select: 'id',
})}`

/** Reads the answer to `setAsideFolderPath`. */
export function readSetAsideId(list: Json): string | null {
  const [folder] = listJson(list, 'value')
  return folder ? readText(folder, 'id') : null
}

async function findSetAsideId(graph: Graph): Promise<string | null> {
  const folder = await findSetAsideFolder(graph)
  return folder && readText(folder, 'id')
}

async function findSetAsideFolder(graph: Graph): Promise<Json | null> {
  const { items } = await graph.list(setAsideFolderPath, 1)
  return items[0] ?? null
}

async function loadOrCreate(graph: Graph): Promise<string> {
  const folder = (await findSetAsideFolder(graph)) ?? (await createSetAsideFolder(graph))
  return readText(folder, 'id')
}

async function createSetAsideFolder(graph: Graph): Promise<Json> {
  const find = () => findSetAsideFolder(graph)
  try {
    return await graph.post('me/mailFolders', { displayName: productName }, find)
  } catch (error) {
    // Another process created it first.
    const exists = error instanceof GraphError && error.code === 'ErrorFolderExists'
    const existing = exists ? await find() : null
    if (existing === null) throw error
    return existing
  }
}

async function isWithin(graph: Graph, folderId: string, ancestorId: string): Promise<boolean> {
  let id: string | null = folderId
  for (let depth = 0; id !== null && depth < maxDepth; depth++) {
    id = await findParent(graph, id)
    if (id === ancestorId) return true
  }
  return false
}

/** `null` above the top folder, which Graph does not show. */
async function findParent(graph: Graph, folderId: string): Promise<string | null> {
  try {
    const path = `me/mailFolders/${encodeURIComponent(folderId)}?$select=parentFolderId`
    return findText(await graph.get(path), 'parentFolderId')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
