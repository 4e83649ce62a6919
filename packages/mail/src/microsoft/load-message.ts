import { maxMessageBytes, maxMessagesBytes } from '../http/limited-fetch.ts'
import { isTooLarge, MailError } from '../mail-error.ts'
import type { Mailbox, ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import { isOfMailbox, loadOneByOne } from '../one-by-one.ts'
import type { Folders } from './folders.ts'
import { toQuery, type Graph } from './graph/graph.ts'
import { findJson, findText, readText, type Json } from './graph/json.ts'
import { receivedMessageFields, toReceivedMessage } from './received-message.ts'

/** Asks for the whole body first: most bodies are small, and Graph does not tell their size. */
export async function loadMessage(
  graph: Graph,
  folders: Folders,
  id: ProviderMessageId,
): Promise<ReceivedMessage> {
  const load = async (text: 'body' | 'bodyPreview') => {
    const message = await graph.get(toPath(id, text), { maxBytes: maxMessageBytes })
    const folderId = readText(message, 'parentFolderId')
    return toReceivedMessage(message, await folders.findLocation(graph, folderId))
  }
  try {
    return await load('body')
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return load('bodyPreview')
  }
}

/** Loads the messages with one request, unless together they are too large for that. */
export async function loadMessages(
  graph: Graph,
  folders: Folders,
  ids: readonly ProviderMessageId[],
): ReturnType<Mailbox['loadMessages']> {
  const loadOne = (id: ProviderMessageId) => loadMessage(graph, folders, id)
  const messages = ids.length > 1 ? await findMessages(graph, ids) : null
  if (!messages) return loadOneByOne(ids, loadOne)
  const locations = new Map<string, ReceivedMessage['location']>()
  return loadOneByOne(ids, async (id) => {
    const message = messages[ids.indexOf(id)]
    if (message instanceof MailError) return message
    if (!message || isLarge(message)) return loadOne(id)
    const folderId = readText(message, 'parentFolderId')
    const location = locations.get(folderId) ?? (await folders.findLocation(graph, folderId))
    locations.set(folderId, location)
    return toReceivedMessage(message, location)
  })
}

/** `null` if Graph does not answer them with one request. */
async function findMessages(
  graph: Graph,
  ids: readonly ProviderMessageId[],
): Promise<readonly (Json | MailError)[] | null> {
  const parts = ids.map((id) => ({ path: toPath(id, 'body') }))
  try {
    return await graph.getEach(parts, { maxBytes: maxMessagesBytes })
  } catch (error) {
    if (!(error instanceof MailError) || isOfMailbox(error) || error.failure === 'unavailable')
      throw error
    return null
  }
}

function toPath(id: ProviderMessageId, text: 'body' | 'bodyPreview'): string {
  const query = toQuery({ $select: ['parentFolderId', text, ...receivedMessageFields].join() })
  return `me/messages/${encodeURIComponent(id)}?${query}`
}

/** A large message is loaded alone, and then as an excerpt. */
function isLarge(message: Json): boolean {
  const body = findJson(message, 'body')
  return ((body && findText(body, 'content')) ?? '').length > maxMessageBytes
}
