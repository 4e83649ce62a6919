import { MailError } from '../../mail-error.ts'
import type { ProviderMessageId } from '../../mailbox.ts'
import type { Part } from '../graph/batch.ts'
import { GraphError } from '../graph/graph-error.ts'
import { toQuery, type Graph, type Link } from '../graph/graph.ts'
import { findText, listJson, type Json } from '../graph/json.ts'
import { toProviderMessageId } from '../received-message.ts'
import { toFilterTime } from '../graph/filter.ts'

/** One page of changes in a folder. */
export type DeltaPage = {
  /**
   * New in the folder or changed; Graph does not say which. Graph may list a message twice. Messages
   * that were only marked as read or unread are left out.
   */
  readonly present: readonly Json[]
  /** Moved or deleted; Graph does not say which. */
  readonly removed: readonly ProviderMessageId[]
  readonly link: Link
  readonly isLast: boolean
}

type DeltaGraph = Pick<Graph, 'get' | 'toLink'>

const maxPageSize = 'odata.maxpagesize=200'
/** Graph may send empty pages with a next link. After this many, the next call continues. */
const maxEmptyPages = 20

/**
 * The start of a delta query: everything in the folder, or what was received after `since`. With
 * `changeType=created` Graph would leave out mere changes, but also a new message that the user
 * reads before our next call: that one counts as updated.
 * https://learn.microsoft.com/graph/api/message-delta
 */
export function toFirstLink(folder: string, since: Date | null): Link {
  const query = {
    $select: 'receivedDateTime',
    ...(since && { $filter: `receivedDateTime ge ${toFilterTime(since)}` }),
  }
  return `me/mailFolders/${encodeURIComponent(folder)}/messages/delta?${toQuery(query)}`
}

/** `first`: the answer to the link, if it is there already. */
export async function loadDeltaPage(
  graph: DeltaGraph,
  link: Link,
  first?: Json,
): Promise<DeltaPage> {
  let page = first ? readPage(graph, first) : await loadPage(graph, link)
  for (let empty = 1; isEmpty(page) && !page.isLast && empty < maxEmptyPages; empty++)
    page = await loadPage(graph, page.link)
  return page
}

/** To ask for a page within a batch. */
export function toDeltaPart(link: Link): Pick<Part, 'path' | 'prefer'> {
  return { path: link, prefer: maxPageSize }
}

/** Continues with a stored link. `first`: the answer to the link, if it is there already. */
export async function continueDelta(
  graph: Graph,
  link: Link,
  first?: Json | MailError,
): Promise<DeltaPage | 'link-lost'> {
  try {
    if (first instanceof MailError) throw first
    return await loadDeltaPage(graph, link, first)
  } catch (error) {
    if (isLinkLost(error)) return 'link-lost'
    throw error
  }
}

/**
 * Graph has dropped the state behind the link. Usually it says so by 410 `SyncStateNotFound`, but
 * also by 400 `InvalidSyncStateData` and other codes. The link was valid once, so 410, a refusal with
 * 400 and `gone` all mean that it no longer is. A 400 or 404 without a code is not from Graph and
 * counts as an outage.
 */
function isLinkLost(error: unknown): boolean {
  if (!(error instanceof GraphError)) return false
  if (error.status === 410 || /^(syncState|resyncRequired)/i.test(error.code ?? '')) return true
  return error.failure === 'gone' || (error.failure === 'refused' && error.status === 400)
}

async function loadPage(graph: DeltaGraph, link: Link): Promise<DeltaPage> {
  return readPage(graph, await graph.get(link, { prefer: maxPageSize }))
}

function readPage(graph: Pick<Graph, 'toLink'>, page: Json): DeltaPage {
  const items = listJson(page, 'value')
  const nextLink = findText(page, '@odata.nextLink')
  return {
    present: items.filter((item) => !isRemoved(item) && !isReadChange(item)),
    removed: items.filter(isRemoved).map(toProviderMessageId),
    link: graph.toLink(nextLink ?? findText(page, '@odata.deltaLink')),
    isLast: nextLink === null,
  }
}

function isRemoved(item: Json): boolean {
  return '@removed' in item
}

/**
 * When a message is marked as read, Graph lists only `id`, `isRead` and `parentFolderId`, whatever
 * `$select` and `$filter` say. It does so for messages of any age.
 * https://github.com/microsoftgraph/microsoft-graph-docs/issues/7776
 */
function isReadChange(item: Json): boolean {
  return findText(item, 'receivedDateTime') === null
}

function isEmpty({ present, removed }: DeltaPage): boolean {
  return present.length === 0 && removed.length === 0
}
