import type { ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import type { Folders } from './folders.ts'
import type { Graph } from './graph/graph.ts'
import { readText } from './graph/json.ts'

type Locations = ReadonlyMap<ProviderMessageId, ReceivedMessage['location'] | 'gone'>

/** One request for 20 messages, and a few for the folders that they are in. */
export async function locateMessages(
  graph: Graph,
  folders: Folders,
  ids: readonly ProviderMessageId[],
): Promise<Locations> {
  const paths = ids.map((id) => `me/messages/${encodeURIComponent(id)}?$select=parentFolderId`)
  const messages = await graph.getMany(paths)
  const folderIds = messages.map((message) => message && readText(message, 'parentFolderId'))
  const locations = new Map<string | null, ReceivedMessage['location'] | 'gone'>([[null, 'gone']])
  for (const folderId of new Set(folderIds))
    if (folderId !== null) locations.set(folderId, await folders.findLocation(graph, folderId))
  return new Map(ids.map((id, index) => [id, locations.get(folderIds[index] ?? null) ?? 'gone']))
}
