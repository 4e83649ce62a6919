import type { Changes, SentCursor, SentMessage, SentPage } from '../../mailbox.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { maxBatchParts } from '../api/gmail-batch.ts'
import { gmail } from '../api/gmail-requests.ts'
import { findEachSent } from './find-sent.ts'

/** Loading 50 messages costs 1,000 units of quota: the whole burst, or twelve seconds of it. */
const messagesPerPage = 50
/** The most ids that Gmail lists at once. */
const maxListed = 500
/** In 1973, with nine digits. Gmail doesn't read a much smaller number as a time. */
const firstSecond = 100_000_000

/**
 * Where the next page starts. Gmail's page tokens expire, a time does not.
 * `before` is in Unix seconds; `null` means the newest message. The page starts after the first
 * `skip` messages before that time. `skip` is 0 unless a whole page was sent within one second.
 */
type Place = { readonly before: number | null; readonly skip: number }

/** A page that takes too long ends early: the next one continues after its last message. */
export async function listSent(api: GmailApi, cursor: SentCursor | null): Promise<SentPage> {
  const place = readCursor(cursor)
  const { ids, hasMore } = await listIds(api, place)
  const found: (SentMessage | null)[] = []
  for (const some of toBatches(ids)) {
    if (found.length > 0 && api.isHalfOver()) break
    found.push(...(await findEachSent(api, some)))
  }
  const isLast = !hasMore && found.length === ids.length
  return {
    messages: found.filter((sent) => sent !== null),
    next: isLast ? null : toCursor(nextPlace(place, found)),
  }
}

export async function countSent(api: GmailApi): Promise<number> {
  const { messagesTotal } = await api.read(gmail.getLabel('SENT'))
  return required(Number.isInteger(messagesTotal) ? messagesTotal : null, 'messagesTotal')
}

/** The sent messages among the changes. */
export async function loadSentChanges(
  api: GmailApi,
  ids: readonly string[],
): Promise<Changes['sent']> {
  if (ids.length > messagesPerPage) return 'list-again'
  const messages: SentMessage[] = []
  for (const some of toBatches(ids)) {
    if (api.isHalfOver()) return 'list-again'
    for (const sent of await findEachSent(api, some)) if (sent) messages.push(sent)
  }
  return messages
}

function toBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / maxBatchParts)
  return Array.from({ length: count }, (_, at) =>
    ids.slice(at * maxBatchParts, (at + 1) * maxBatchParts),
  )
}

/** Newest first. A message that the user deleted counts as sent too. */
async function listIds(
  api: GmailApi,
  { before, skip }: Place,
): Promise<{ readonly ids: readonly string[]; readonly hasMore: boolean }> {
  const query = {
    labelIds: ['SENT'],
    includeSpamTrash: true,
    maxResults: skip + messagesPerPage,
    ...(before !== null && { q: `before:${before}` }),
  }
  const { messages = [], nextPageToken } = await api.read(gmail.listMessages(query))
  const ids = messages.slice(skip).map(({ id }) => required(id, 'id'))
  return { ids, hasMore: Boolean(nextPageToken) }
}

/**
 * The next page starts just after the last message of this one: other messages of the same second
 * are not missed, but may be listed twice. It does not start at the oldest message. Gmail lists the
 * newest first but does not promise it, and one old message in a new page would skip everything in
 * between.
 */
function nextPlace({ before, skip }: Place, found: readonly (SentMessage | null)[]): Place {
  const last = found.findLast((sent) => sent !== null)
  const next = last ? Math.floor(last.sentAt.getTime() / 1000) + 1 : null
  if (next !== null && (before === null || next < before)) return { before: next, skip: 0 }
  const skipped = skip + found.length
  const isListable = before === null || skipped + messagesPerPage <= maxListed
  return isListable ? { before, skip: skipped } : { before: before - 1, skip: 0 }
}

/** `null` if only messages with a nonsensical date are left. */
function toCursor({ before, skip }: Place): SentCursor | null {
  if (before !== null && before < firstSecond) return null
  return `${before ?? ''}+${skip}` as SentCursor
}

/** An unreadable cursor starts over: reading a message twice is harmless. */
function readCursor(cursor: SentCursor | null): Place {
  const [, before, skip] = /^(\d{9,13})?\+(\d{1,3})$/.exec(cursor ?? '') ?? []
  return { before: before ? Number(before) : null, skip: Number(skip ?? 0) }
}
