import { MailError } from '../mail-error.ts'
import type { ProviderMessageId } from '../mailbox.ts'
import type { Graph } from './graph/graph.ts'
import { readText } from './graph/json.ts'

/**
 * Asks Graph each time: the link contains an id that changes when the message is moved.
 * https://learn.microsoft.com/graph/api/resources/message
 */
export async function findWebLink(
  graph: Pick<Graph, 'get'>,
  id: ProviderMessageId,
): Promise<string> {
  const json = await graph.get(`me/messages/${encodeURIComponent(id)}?$select=webLink`)
  const link = readText(json, 'webLink')
  // The browser is sent there, so it must be a page.
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol))
    throw new MailError('unavailable', 'webLink is not a link')
  // Percent-encoded: the link goes into a header.
  return new URL(link).href
}
