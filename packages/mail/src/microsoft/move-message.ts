import type { ProviderMessageId, MessageLocation } from '../mailbox.ts'
import type { Folders } from './folders.ts'
import { isGone } from './graph/graph-error.ts'
import type { Graph } from './graph/graph.ts'
import { readText, type Json } from './graph/json.ts'

/** Writes only what differs, so a repeated move changes nothing. */
export async function moveMessage(
  graph: Graph,
  folders: Folders,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  try {
    await moveOnce(graph, folders, id, to)
  } catch (error) {
    if (!isGone(error) || to !== 'set-aside') throw error
    // `gone` may mean our folder: the user deleted it after we looked it up. Try once more.
    await moveOnce(graph, folders, id, to)
  }
}

async function moveOnce(
  graph: Graph,
  folders: Folders,
  id: ProviderMessageId,
  to: MessageLocation,
): Promise<void> {
  const path = `me/messages/${encodeURIComponent(id)}`
  const load = () => graph.get(`${path}?$select=isRead,parentFolderId`)
  const before = await load()
  const destinationId = await loadFolder(graph, folders, to)
  const isThere = (json: Json) => readText(json, 'parentFolderId') === destinationId

  const isRead = to !== 'inbox'
  if (before['isRead'] !== isRead) await graph.patch(path, { isRead })
  if (isThere(before)) return
  await graph.post(`${path}/move`, { destinationId }, async () => {
    const after = await load()
    return isThere(after) ? after : null
  })
}

function loadFolder(graph: Graph, folders: Folders, to: MessageLocation): Promise<string> {
  switch (to) {
    case 'inbox':
      return folders.loadWellKnown(graph, 'inbox')
    case 'junk':
      return folders.loadWellKnown(graph, 'junkemail')
    case 'set-aside':
      return folders.loadSetAside(graph)
  }
}
