import { minuteMs } from '@doorman/domain/time'
import type { MailError } from '../../mail-error.ts'
import type { Changes, ProviderMessageId, SentMessage } from '../../mailbox.ts'
import { maxBatchParts } from '../graph/batch.ts'
import type { Graph, Link } from '../graph/graph.ts'
import type { Json } from '../graph/json.ts'
import { toProviderMessageId } from '../received-message.ts'
import { loadSent } from '../sent/sent-messages.ts'
import { continueDelta, loadDeltaPage, toFirstLink, type DeltaPage } from './delta.ts'

export type SentChanges = Pick<Changes, 'sent'> & Pick<DeltaPage, 'link' | 'isLast'>

/** The copy in Sent Items may come late, and the clock of Exchange differs from ours. */
const overlapMs = 10 * minuteMs
/** If there are more, `listSent` lists them again. */
const maxLoaded = 50
/** Pages read per call. The next call continues. */
const maxPages = 5

/** Follows Sent Items from now on. `listSent` finds what was sent before. */
export async function openSent(graph: Graph, now: Date): Promise<SentChanges> {
  const since = new Date(now.getTime() - overlapMs)
  const { link, isLast } = await loadDeltaPage(graph, toFirstLink('sentitems', since))
  return { sent: 'list-again', link, isLast }
}

/**
 * What was sent up to now, or `list-again` if there is more than this call can read. A part of it
 * is not enough: the arrivals of the same call are screened next, and a correspondent whose message
 * is on a later page would count as a stranger. `link` is `null` in a cursor of an earlier version.
 * `first` is the answer to the link.
 */
export async function followSent(
  graph: Graph,
  link: Link | null,
  first: Json | MailError | undefined,
  now: Date,
): Promise<SentChanges> {
  const read = link === null ? 'link-lost' : await readPages(graph, link, first)
  if (read === 'link-lost') return openSent(graph, now)
  const { ids, ...place } = read
  const isTooMuch = !place.isLast || ids.length > maxLoaded
  return { sent: isTooMuch ? 'list-again' : await loadInTime(graph, ids), ...place }
}

type ReadPages = Pick<DeltaPage, 'link' | 'isLast'> & { readonly ids: readonly ProviderMessageId[] }

/** Reads at least one page per call, so that a slow mailbox makes progress, too. */
async function readPages(
  graph: Graph,
  start: Link,
  first: Json | MailError | undefined,
): Promise<ReadPages | 'link-lost'> {
  const ids = new Set<ProviderMessageId>()
  let next = start
  for (let pages = 1; ; pages++) {
    const page = await continueDelta(graph, next, pages === 1 ? first : undefined)
    if (page === 'link-lost') return page
    for (const message of page.present) ids.add(toProviderMessageId(message))
    const { link, isLast } = page
    if (isLast || pages === maxPages || graph.isHalfOver()) return { ids: [...ids], link, isLast }
    next = link
  }
}

/**
 * Loads each message: a delta query cannot show the property that marks our replies. One batch at a
 * time: Graph makes four calls of a batch at once, and Exchange accepts no more for one mailbox.
 */
async function loadInTime(
  graph: Graph,
  ids: readonly ProviderMessageId[],
): Promise<Changes['sent']> {
  const messages: SentMessage[] = []
  for (let start = 0; start < ids.length; start += maxBatchParts) {
    if (graph.isHalfOver()) return 'list-again'
    messages.push(...(await loadSent(graph, ids.slice(start, start + maxBatchParts))))
  }
  return messages
}
