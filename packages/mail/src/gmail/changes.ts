import type { gmail_v1 } from '@googleapis/gmail'
import type { Changes, Cursor, Inbox, MailId } from '../mailbox.ts'
import { required, units, type GmailApi } from './gmail-api.ts'
import { GmailError } from './gmail-failure.ts'
import { listArrived, listTakenOut, removesUserLabel } from './history.ts'
import type { OwnLabel } from './own-label.ts'

type HistoryRecord = gmail_v1.Schema$History

const recordsPerPage = 500
/** Of one call. What is left comes with the next. */
const maxPages = 10

/** The cursor is asked for first: what arrives meanwhile is then listed twice rather than never. */
export async function listInbox(
  api: GmailApi,
  { limit, since }: { readonly limit: number; readonly since?: Date },
): Promise<Inbox> {
  const profile = await api.read(units.getProfile, (users, options) =>
    users.getProfile({ userId: 'me' }, options),
  )
  const after = since ? ` after:${Math.floor(since.getTime() / 1000)}` : ''
  const ids: MailId[] = []
  let pageToken: string | null = null
  do {
    const request: gmail_v1.Params$Resource$Users$Messages$List = {
      userId: 'me',
      labelIds: ['INBOX'],
      // What the user wrote to themselves is in the inbox as well.
      q: `-in:sent -in:drafts${after}`,
      maxResults: Math.min(limit - ids.length, recordsPerPage),
      ...(pageToken !== null && { pageToken }),
    }
    const page: gmail_v1.Schema$ListMessagesResponse = await api.read(
      units.listMessages,
      (users, options) => users.messages.list(request, options),
    )
    ids.push(...(page.messages ?? []).map(toMailId))
    pageToken = page.nextPageToken ?? null
  } while (pageToken !== null && ids.length < limit)
  return { ids: ids.slice(0, limit), cursor: toCursor(readId(profile.historyId)) }
}

export async function listChanges(
  api: GmailApi,
  label: OwnLabel,
  cursor: Cursor,
): Promise<Changes | 'cursor-lost'> {
  if (!isId(cursor)) return 'cursor-lost'
  const history = await findHistory(api, BigInt(cursor))
  if (!history) return 'cursor-lost'
  const { records, end, hasMore } = history
  const ownLabel = removesUserLabel(records) ? await label.find(api) : null
  return {
    arrived: listArrived(records) as readonly MailId[],
    takenOut: listTakenOut(records, ownLabel) as readonly MailId[],
    cursor: toCursor(end),
    hasMore,
  }
}

type History = {
  readonly records: readonly HistoryRecord[]
  /** Where to go on, never before the start. */
  readonly end: bigint
  readonly hasMore: boolean
}

/** "Too old or invalid" is a 404, and an id that Gmail cannot even read a 400: nobody can say what was missed. */
async function findHistory(api: GmailApi, start: bigint): Promise<History | null> {
  try {
    return await loadHistory(api, start)
  } catch (error) {
    if (error instanceof GmailError && (error.failure === 'gone' || error.status === 400))
      return null
    throw error
  }
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.history/list */
async function loadHistory(api: GmailApi, start: bigint): Promise<History> {
  const records: HistoryRecord[] = []
  let end = start
  let pageToken: string | null = null
  for (let pages = 0; pages < maxPages; pages++) {
    const request: gmail_v1.Params$Resource$Users$History$List = {
      userId: 'me',
      startHistoryId: String(start),
      maxResults: recordsPerPage,
      ...(pageToken !== null && { pageToken }),
    }
    const page: gmail_v1.Schema$ListHistoryResponse = await api.read(
      units.listHistory,
      (users, options) => users.history.list(request, options),
    )
    records.push(...(page.history ?? []))
    for (const { id } of page.history ?? []) end = max(end, readId(id))
    pageToken = page.nextPageToken ?? null
    if (pageToken !== null) continue
    // Of several pages the last may know of more than the first did: the end is then what we have seen.
    if (pages === 0) end = max(end, readId(page.historyId))
    return { records, end, hasMore: false }
  }
  return { records, end, hasMore: true }
}

function toMailId({ id }: gmail_v1.Schema$Message): MailId {
  return required(id, 'id') as MailId
}

/** Unsigned, of 64 bits. */
function isId(text: string): boolean {
  return /^\d{1,20}$/.test(text)
}

function readId(id: string | null | undefined): bigint {
  const text = required(id, 'historyId')
  return BigInt(required(isId(text) ? text : null, 'historyId'))
}

function toCursor(id: bigint): Cursor {
  return String(id) as Cursor
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
