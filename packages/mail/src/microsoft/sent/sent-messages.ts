import { secondMs } from '@doorman/domain/time'
import { listNamedAddresses } from '../../address-headers.ts'
import { isTooLarge, MailError } from '../../mail-error.ts'
import type { ProviderMessageId, SentCursor, SentMessage, SentPage } from '../../mailbox.ts'
import { getWellKnownFolder } from '../folders.ts'
import { toFilterTime } from '../graph/filter.ts'
import { GraphError } from '../graph/graph-error.ts'
import { toQuery, type Graph, type Link } from '../graph/graph.ts'
import { findDate, findText, listJson, readDate, type Json } from '../graph/json.ts'
import { listAddresses, recipientFields, toProviderMessageId } from '../received-message.ts'
import { isOurReply, replyMarkExpansion } from '../replies/reply-mark.ts'

const sentMessages = 'me/mailFolders/sentitems/messages'
const pageSize = 500
/** For messages to so many people that a page of them is too large, or takes too long, to read. */
const smallPageSize = 25
/** Pages of one call, if all messages of a page were sent in the same second. */
const maxPagesPerSecond = 20

const sentQuery = {
  $select: [
    'categories',
    'internetMessageId',
    'isDraft',
    'receivedDateTime',
    ...recipientFields,
  ].join(),
}

/**
 * Some mailboxes refuse `$expand`. Without it the category still marks our replies, and the caller
 * recognises the others by their Message-ID.
 */
async function askForMark<Result>(
  ask: (query: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask({ ...sentQuery, $expand: replyMarkExpansion })
  } catch (error) {
    if (!isBadRequest(error)) throw error
    return ask(sentQuery)
  }
}

/**
 * `listSent` of one mailbox. The cursor is the time of the oldest message listed. So a message that
 * is sent or deleted between two calls shifts no page, and the messages of that second are listed
 * twice.
 */
export function createSentList(): (graph: Graph, cursor: SentCursor | null) => Promise<SentPage> {
  let top = pageSize

  /** A timeout may leave this call no time for a smaller page. Then the next call asks for one. */
  async function listPage(graph: Graph, from: Date | null): Promise<Listed> {
    const isSmall = top === smallPageSize
    try {
      return await listFrom(graph, from, top)
    } catch (error) {
      const isSlow = isTimeout(error)
      if (isSmall || !(isSlow || isTooLarge(error))) throw error
      if (isSlow) top = smallPageSize
      return listFrom(graph, from, smallPageSize)
    }
  }

  return async (graph, cursor) => {
    const from = cursor === null ? null : readCursor(cursor)
    const { items, hasMore } = await listPage(graph, from)
    const oldest = items.at(-1)
    // Without a date we don't know where the next page starts. But this is not the end of the list.
    if (hasMore && !oldest) throw new MailError('unavailable', 'malformed-receivedDateTime')
    return {
      messages: toSentMessages(items),
      next: hasMore && oldest ? toNext(from, readSentAt(oldest)) : null,
    }
  }
}

export async function countSent(graph: Graph): Promise<number> {
  const { totalItemCount } = await getWellKnownFolder(graph, 'sentitems', 'totalItemCount')
  return typeof totalItemCount === 'number' ? totalItemCount : 0
}

/** Leaves out the messages that are gone. */
export async function loadSent(
  graph: Graph,
  ids: readonly ProviderMessageId[],
): Promise<readonly SentMessage[]> {
  const found = await askForMark((query) =>
    graph.getMany(ids.map((id) => `me/messages/${encodeURIComponent(id)}?${toQuery(query)}`)),
  )
  return toSentMessages(found.filter((message) => message !== null))
}

type Listed = { readonly items: readonly Json[]; readonly hasMore: boolean }

function listFrom(graph: Graph, from: Date | null, top: number): Promise<Listed> {
  const range = {
    $orderby: 'receivedDateTime desc',
    $top: String(top),
    // Not `le`: Graph shows whole seconds, but Exchange stores fractions of them.
    ...(from && { $filter: `receivedDateTime lt ${toFilterTime(toNextSecond(from))}` }),
  }
  return askForMark((query) =>
    readPages(graph, `${sentMessages}?${toQuery({ ...query, ...range })}`, top),
  )
}

/**
 * One page, or more if the first page covers only one second: the cursor must move on. A full page
 * is not the last one, although Graph may leave out the link to the next.
 * https://github.com/microsoftgraph/microsoft-graph-docs/issues/2153
 */
async function readPages(graph: Graph, first: Link, top: number): Promise<Listed> {
  const items: Json[] = []
  let hasMore = true
  let next: Link | null = first
  for (let pages = 0; next !== null && pages < maxPagesPerSecond && isOneSecond(items); pages++) {
    const page: Json = await graph.get(next)
    const listed = listJson(page, 'value')
    // An item without a date has no place in the list, but it must not stop the list.
    items.push(...listed.filter((item) => findDate(item, 'receivedDateTime')))
    const nextLink = findText(page, '@odata.nextLink')
    next = nextLink === null ? null : graph.toLink(nextLink)
    hasMore = next !== null || listed.length >= top
  }
  return { items, hasMore }
}

function isBadRequest(error: unknown): boolean {
  return error instanceof GraphError && error.status === 400 && error.failure === 'refused'
}

/** Whether we, Exchange or a gateway in front of it timed out. */
function isTimeout(error: unknown): boolean {
  if (error instanceof GraphError)
    return error.status === 504 || error.code === 'ErrorTimeoutExpired'
  return error instanceof MailError && error.detail === 'timeout'
}

function isOneSecond(items: readonly Json[]): boolean {
  const [newest] = items
  const oldest = items.at(-1)
  return !newest || !oldest || readSentAt(newest).getTime() === readSentAt(oldest).getTime()
}

/** After too many messages of one second, the list continues before that second. */
function toNext(from: Date | null, oldest: Date): SentCursor {
  const isStuck = from !== null && oldest.getTime() >= from.getTime()
  const next = isStuck ? new Date(oldest.getTime() - secondMs) : oldest
  return next.toISOString() as SentCursor
}

/** An unreadable cursor starts over: messages may be listed twice. */
function readCursor(cursor: SentCursor): Date | null {
  const date = new Date(cursor)
  return Number.isNaN(date.getTime()) ? null : date
}

function toNextSecond(date: Date): Date {
  return new Date(date.getTime() + secondMs)
}

/** By the clock of Exchange, which orders the list. `sentDateTime` may be anything. */
function readSentAt(message: Json): Date {
  return readDate(message, 'receivedDateTime')
}

function toSentMessages(messages: readonly Json[]): readonly SentMessage[] {
  return messages
    .filter((message) => message['isDraft'] !== true && !isOurReply(message))
    .map((message) => ({
      id: toProviderMessageId(message),
      rfcMessageId: findText(message, 'internetMessageId'),
      sentAt: readSentAt(message),
      recipients: listRecipients(message),
      claimId: null,
    }))
}

function listRecipients(message: Json): readonly string[] {
  const addresses = recipientFields.flatMap((field) => listAddresses(message, field))
  return [...new Set(listNamedAddresses(addresses).map(({ address }) => address))]
}
