import type { MailId, Place } from '../mailbox.ts'
import type { Folders } from './folders.ts'
import { isGone } from './graph-error.ts'
import type { Graph } from './graph.ts'
import { readText, type Json } from './json.ts'

/** Does only what is not yet so: a move that is repeated, or whose answer was lost, changes nothing. */
export async function move(graph: Graph, folders: Folders, id: MailId, to: Place): Promise<void> {
  try {
    await moveOnce(graph, folders, id, to)
  } catch (error) {
    if (!isGone(error) || to !== 'set-aside') throw error
    // Perhaps not the mail is gone but our folder, this very moment.
    await moveOnce(graph, folders, id, to)
  }
}

async function moveOnce(graph: Graph, folders: Folders, id: MailId, to: Place): Promise<void> {
  const path = `me/messages/${encodeURIComponent(id)}`
  const load = () => graph.get(`${path}?$select=isRead,parentFolderId`)
  const mail = await load()
  const destinationId = await loadFolder(graph, folders, to)
  const isThere = (json: Json) => readText(json, 'parentFolderId') === destinationId

  const isRead = to !== 'inbox'
  if (mail['isRead'] !== isRead) await graph.patch(path, { isRead })
  if (isThere(mail)) return
  await graph.post(`${path}/move`, { destinationId }, async () => {
    const now = await load()
    return isThere(now) ? now : null
  })
}

function loadFolder(graph: Graph, folders: Folders, to: Place): Promise<string> {
  switch (to) {
    case 'inbox':
      return folders.loadWellKnown(graph, 'inbox')
    case 'junk':
      return folders.loadWellKnown(graph, 'junkemail')
    case 'set-aside':
      return folders.loadOwn(graph)
  }
}
