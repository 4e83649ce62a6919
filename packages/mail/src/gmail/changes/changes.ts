import type { Changes, Cursor, InboxListing, ProviderMessageId } from '../../mailbox.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { GmailError, isGone } from '../api/gmail-error.ts'
import { gmail } from '../api/gmail-requests.ts'
import type { HistoryPage, HistoryRecord, Message, MessageList } from '../api/gmail-types.ts'
import { loadSentChanges } from '../sent/list-sent.ts'
import type { SetAsideLabel } from '../set-aside-label.ts'
import {
  listArrived,
  listMovedBack,
  listMovedToInbox,
  listSentIds,
  removesUserLabel,
} from './history.ts'

const recordsPerPage = 500
/** Pages read per call of `listChanges`. The next call continues. */
const maxPages = 10

/**
 * Loads the cursor before the list. A message that arrives in between is then both in the list and
 * after the cursor. The other order would miss it.
 */
export async function listInbox(
  api: GmailApi,
  { limit, since }: { readonly limit: number; readonly since?: Date },
): Promise<InboxListing> {
  const profile = await api.read(gmail.getProfile())
  const after = since ? ` after:${Math.floor(since.getTime() / 1000)}` : ''
  const ids: ProviderMessageId[] = []
  let pageToken: string | null = null
  do {
    const query = {
      labelIds: ['INBOX'],
      // A message that users send to themselves has both labels, SENT and INBOX.
      q: `-in:sent -in:drafts${after}`,
      maxResults: Math.min(limit - ids.length, recordsPerPage),
      ...(pageToken !== null && { pageToken }),
    }
    const page: MessageList = await api.read(gmail.listMessages(query))
    ids.push(...(page.messages ?? []).map(toProviderMessageId))
    pageToken = page.nextPageToken ?? null
  } while (pageToken !== null && ids.length < limit)
  return { ids: ids.slice(0, limit), cursor: toCursor(readHistoryId(profile.historyId)) }
}

export async function listChanges(
  api: GmailApi,
  label: SetAsideLabel,
  cursor: Cursor,
): Promise<Changes | 'cursor-lost'> {
  const from = findPlace(cursor)
  if (!from) return 'cursor-lost'
  const history = await findHistory(api, from.historyId)
  if (!history) return 'cursor-lost'
  const { records, end, hasMore } = history
  const setAsideLabel = removesUserLabel(records) ? await label.find(api) : null
  return {
    arrived: listArrived(records) as readonly ProviderMessageId[],
    movedToInbox: listMovedToInbox(records) as readonly ProviderMessageId[],
    movedBack: listMovedBack(records, setAsideLabel) as readonly ProviderMessageId[],
    sent: from.knowsSent ? await loadSentChanges(api, listSentIds(records)) : 'list-again',
    cursor: toCursor(end),
    hasMore,
  }
}

type History = {
  readonly records: readonly HistoryRecord[]
  /** The next cursor. Never before the start. */
  readonly end: bigint
  readonly hasMore: boolean
}

/**
 * `null` if Gmail rejects the cursor: 404 if it is too old, 400 if it is malformed. A 400 that is an
 * outage (`failedPrecondition`) says nothing about the cursor.
 */
async function findHistory(api: GmailApi, start: bigint): Promise<History | null> {
  try {
    return await loadHistory(api, start)
  } catch (error) {
    if (isGone(error) || isRefused(error)) return null
    throw error
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof GmailError && error.status === 400 && error.failure === 'refused'
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list */
async function loadHistory(api: GmailApi, start: bigint): Promise<History> {
  const records: HistoryRecord[] = []
  let end = start
  let pageToken: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const query = {
      startHistoryId: String(start),
      maxResults: recordsPerPage,
      ...(pageToken !== null && { pageToken }),
    }
    const page: HistoryPage = await api.read(gmail.listHistory(query))
    records.push(...(page.history ?? []))
    for (const { id } of page.history ?? []) end = max(end, readHistoryId(id))
    pageToken = page.nextPageToken ?? null
    if (pageToken !== null) continue
    // After several pages, `historyId` may already cover changes that no page contained. The last
    // record read is the safe end then.
    if (pages === 0) end = max(end, readHistoryId(page.historyId))
    return { records, end, hasMore: false }
  }
  return { records, end, hasMore: true }
}

function toProviderMessageId({ id }: Message): ProviderMessageId {
  return required(id, 'id') as ProviderMessageId
}

/** History ids are unsigned 64-bit numbers, beyond what a JavaScript number holds. */
function isHistoryId(text: string): boolean {
  return /^\d{1,20}$/.test(text)
}

function readHistoryId(id: string | null | undefined): bigint {
  const text = required(id, 'historyId')
  return BigInt(required(isHistoryId(text) ? text : null, 'historyId'))
}

/**
 * The mark says that everything sent before this place has been listed. Without it, the cursor is of
 * an earlier version, which reads the history but skips sent messages. During a rolling upgrade both
 * versions sync the same mailbox. An earlier version takes only digits for a cursor: it reports a
 * cursor with the mark as lost and scans the inbox again.
 */
const sentMark = 's'

type Place = { readonly historyId: bigint; readonly knowsSent: boolean }

function toCursor(id: bigint): Cursor {
  return `${id}${sentMark}` as Cursor
}

/** `null` if neither `toCursor` nor an earlier version made it. */
function findPlace(cursor: Cursor): Place | null {
  const knowsSent = cursor.endsWith(sentMark)
  const id = knowsSent ? cursor.slice(0, -sentMark.length) : cursor
  return isHistoryId(id) ? { historyId: BigInt(id), knowsSent } : null
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
