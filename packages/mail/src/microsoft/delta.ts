import type { MailId } from '../mailbox.ts'
import type { Link } from './delta-cursor.ts'
import { GraphError } from './graph-error.ts'
import { toQuery, type Graph } from './graph.ts'
import { findText, listJson, type Json } from './json.ts'
import { toMailId } from './received-mail.ts'
import { toFilterTime } from './search-terms.ts'

/** One page of what changed in a folder. */
export type DeltaPage = {
  /** New here, or changed: Graph does not say which. One may come twice. */
  readonly present: readonly Json[]
  /** Moved elsewhere or deleted: Graph does not say which. */
  readonly removed: readonly MailId[]
  readonly link: Link
  readonly isLast: boolean
}

const pageSize = 200
/** An empty page may still have a successor; so many in a row are no answer. */
const maxEmptyPages = 20

/**
 * Where the changes of a folder begin: with everything that is in it, or came
 * after `since`. `changeType=created` would spare us what was merely read, but a
 * mail that is read before we ask is no longer only created.
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

/** The state behind a link is gone from Graph's cache; `SyncStateNotFound` is what it says, with a 410 as a rule. */
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
    removed: items.filter(isRemoved).map(toMailId),
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
