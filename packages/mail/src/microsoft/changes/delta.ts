import type { ProviderMessageId } from '../../mailbox.ts'
import { GraphError } from '../graph/graph-error.ts'
import { toQuery, type Graph, type Link } from '../graph/graph.ts'
import { findText, listJson, type Json } from '../graph/json.ts'
import { toProviderMessageId } from '../received-message.ts'
import { toFilterTime } from '../search/search-terms.ts'

/** One page of changes in a folder. */
export type DeltaPage = {
  /** New in the folder or changed; Graph does not say which. Graph may list a message twice. */
  readonly present: readonly Json[]
  /** Moved or deleted; Graph does not say which. */
  readonly removed: readonly ProviderMessageId[]
  readonly link: Link
  readonly isLast: boolean
}

const pageSize = 200
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

export async function loadDeltaPage(graph: Graph, link: Link): Promise<DeltaPage> {
  let page = await loadPage(graph, link)
  for (let empty = 1; isEmpty(page) && !page.isLast && empty < maxEmptyPages; empty++)
    page = await loadPage(graph, page.link)
  return page
}

/** Graph has dropped the state behind the link: usually 410 with the code `SyncStateNotFound`. */
export function isLinkLost(error: unknown): boolean {
  return (
    error instanceof GraphError &&
    (error.status === 410 || /^(syncState|resyncRequired)/i.test(error.code ?? ''))
  )
}

async function loadPage(graph: Graph, link: Link): Promise<DeltaPage> {
  const page = await graph.get(link, { prefer: `odata.maxpagesize=${pageSize}` })
  const items = listJson(page, 'value')
  const nextLink = findText(page, '@odata.nextLink')
  return {
    present: items.filter((item) => !isRemoved(item)),
    removed: items.filter(isRemoved).map(toProviderMessageId),
    link: graph.toLink(nextLink ?? findText(page, '@odata.deltaLink')),
    isLast: nextLink === null,
  }
}

function isRemoved(item: Json): boolean {
  return '@removed' in item
}

function isEmpty({ present, removed }: DeltaPage): boolean {
  return present.length === 0 && removed.length === 0
}
