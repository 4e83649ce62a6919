import { maxKeptCounted, type EarlierMessages } from '../../mailbox.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { gmail } from '../api/gmail-requests.ts'
import type { SetAsideLabel } from '../set-aside-label.ts'
import { toSenderQuery } from './search-query.ts'

/** Looks at the newest only. More than enough to reach `maxKeptCounted`. */
const maxFound = 50

/**
 * Gmail searches by words, so `pat@vendor.test` also finds `x.pat@vendor.test`. The count is only a
 * hint, so the matches are not loaded one by one.
 */
export async function countKeptMessages(
  api: GmailApi,
  label: SetAsideLabel,
  earlier: EarlierMessages,
): Promise<number> {
  const query = toSenderQuery(earlier)
  const found = query === null ? [] : await listIds(api, query)
  if (query === null || found.length === 0) return 0
  const setAsideLabel = await label.find(api)
  const setAside = new Set(setAsideLabel === null ? [] : await listIds(api, query, setAsideLabel))
  return Math.min(found.filter((id) => !setAside.has(id)).length, maxKeptCounted)
}

/** Newest first. Gmail leaves out spam and bin unless `includeSpamTrash` is set. */
async function listIds(api: GmailApi, q: string, labelId?: string): Promise<readonly string[]> {
  const labelIds = labelId === undefined ? [] : [labelId]
  const query = { q, labelIds, maxResults: maxFound }
  const { messages = [] } = await api.read(gmail.listMessages(query))
  return messages.map(({ id }) => required(id, 'id'))
}
