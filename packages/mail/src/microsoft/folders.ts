import { productName } from '@doorman/domain/brand'
import type { ReceivedMail } from '../mailbox.ts'
import { GraphError, isGone } from './graph-error.ts'
import { toQuery, type Graph } from './graph.ts'
import { findText, readText, type Json } from './json.ts'
import { toFilterText } from './search-terms.ts'

/** Outlook's names for the folders everybody has, whatever their language calls them. */
export type WellKnownFolder = 'inbox' | 'junkemail' | 'deleteditems' | 'sentitems' | 'drafts'

type FolderPlace = ReceivedMail['place']

const places: readonly (readonly [WellKnownFolder, FolderPlace])[] = [
  ['junkemail', 'junk'],
  ['deleteditems', 'bin'],
  ['sentitems', 'sent'],
  ['drafts', 'draft'],
]

export type Folders = {
  /** Our own folder, as it is now: people delete and rename folders. */
  findOwn(graph: Graph): Promise<string | null>
  /** Made if need be, and only once by however many ask at the same time. */
  loadOwn(graph: Graph): Promise<string>
  loadWellKnown(graph: Graph, name: WellKnownFolder): Promise<string>
  findPlace(graph: Graph, folderId: string): Promise<FolderPlace>
}

/** How far up we look for the bin: a folder that was thrown away lies in it with all it holds. */
const maxDepth = 5

export function createFolders(): Folders {
  const wellKnown = new Map<WellKnownFolder, string>()
  let owning: Promise<string> | null = null

  /** The ids of folders never change, so one look is enough. */
  async function loadWellKnown(graph: Graph, name: WellKnownFolder): Promise<string> {
    const known = wellKnown.get(name)
    if (known !== undefined) return known
    const id = readText(await graph.get(`me/mailFolders/${name}?$select=id`), 'id')
    wellKnown.set(name, id)
    return id
  }

  async function findPlace(graph: Graph, folderId: string): Promise<FolderPlace> {
    // Most mail we look at is in the inbox, and one call tells.
    if (folderId === (await loadWellKnown(graph, 'inbox'))) return 'inbox'
    if (folderId === (await findOwn(graph))) return 'set-aside'
    for (const [name, place] of places)
      if (folderId === (await loadWellKnown(graph, name))) return place
    const bin = await loadWellKnown(graph, 'deleteditems')
    return (await isWithin(graph, folderId, bin)) ? 'bin' : 'elsewhere'
  }

  return {
    findOwn,
    loadOwn(graph) {
      owning ??= loadOrMakeOwn(graph).finally(() => {
        owning = null
      })
      return owning
    },
    loadWellKnown,
    findPlace,
  }
}

async function findOwn(graph: Graph): Promise<string | null> {
  const folder = await findOwnFolder(graph)
  return folder && readText(folder, 'id')
}

async function findOwnFolder(graph: Graph): Promise<Json | null> {
  const $filter = `displayName eq ${toFilterText(productName)}`
  const { items } = await graph.list(`me/mailFolders?${toQuery({ $filter, $select: 'id' })}`, 1)
  return items[0] ?? null
}

async function loadOrMakeOwn(graph: Graph): Promise<string> {
  const own = (await findOwnFolder(graph)) ?? (await makeOwn(graph))
  return readText(own, 'id')
}

async function makeOwn(graph: Graph): Promise<Json> {
  const find = () => findOwnFolder(graph)
  try {
    return await graph.post('me/mailFolders', { displayName: productName }, find)
  } catch (error) {
    // Another process of ours was quicker.
    const isThere = error instanceof GraphError && error.code === 'ErrorFolderExists'
    const theirs = isThere ? await find() : null
    if (theirs === null) throw error
    return theirs
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

/** `null` above the top, where Graph lets nobody look. */
async function findParent(graph: Graph, folderId: string): Promise<string | null> {
  try {
    const path = `me/mailFolders/${encodeURIComponent(folderId)}?$select=parentFolderId`
    return findText(await graph.get(path), 'parentFolderId')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
