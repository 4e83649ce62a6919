import { mostKept, type EarlierMail } from '../mailbox.ts'
import { required, units, type GmailApi } from './gmail-api.ts'
import type { OwnLabel } from './own-label.ts'
import { toSenderQuery } from './search-query.ts'

/** So many of the newest tell enough. */
const maxFound = 50

/** One whose address has the same words in it is counted as well: it is a hint, and not worth a look at each. */
export async function countKept(
  api: GmailApi,
  label: OwnLabel,
  earlier: EarlierMail,
): Promise<number> {
  const query = toSenderQuery(earlier)
  const found = query === null ? [] : await listIds(api, query)
  if (query === null || found.length === 0) return 0
  const ownLabel = await label.find(api)
  const setAside = new Set(ownLabel === null ? [] : await listIds(api, query, ownLabel))
  return Math.min(found.filter((id) => !setAside.has(id)).length, mostKept)
}

/** Newest first, and nothing of spam and bin, for Gmail leaves them out unless they are asked for. */
async function listIds(api: GmailApi, q: string, labelId?: string): Promise<readonly string[]> {
  const labelIds = labelId === undefined ? [] : [labelId]
  const request = { userId: 'me', q, labelIds, maxResults: maxFound }
  const { messages = [] } = await api.read(units.listMessages, (users, options) =>
    users.messages.list(request, options),
  )
  return messages.map(({ id }) => required(id, 'id'))
}
