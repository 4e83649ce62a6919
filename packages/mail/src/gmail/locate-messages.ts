import type { Mailbox, ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import { quotaUnits, type GmailApi } from './api/gmail-api.ts'
import { isGone } from './api/gmail-error.ts'
import { toLocation } from './labels.ts'
import type { SetAsideLabel } from './set-aside-label.ts'

type Location = ReceivedMessage['location'] | 'gone'

/** The most that Gmail lists at once. */
const maxListed = 500
/** One at a time, 100 messages of a slow Gmail would not fit into one call. */
const loadsAtOnce = 5

/**
 * Nearly all messages are still set aside, and two calls list those. The others are loaded one by
 * one, which costs 20 units of quota each.
 */
export async function locateMessages(
  api: GmailApi,
  label: SetAsideLabel,
  ids: readonly ProviderMessageId[],
): ReturnType<Mailbox['locateMessages']> {
  const locations = new Map<ProviderMessageId, Location>()
  if (ids.length === 0) return locations
  const setAsideLabel = await label.find(api)
  const setAside = setAsideLabel === null ? new Set() : await listSetAside(api, setAsideLabel)
  for (const id of ids) if (setAside.has(id)) locations.set(id, 'set-aside')
  const others = ids.filter((id) => !setAside.has(id))
  for (let start = 0; start < others.length; start += loadsAtOnce)
    await Promise.all(
      others
        .slice(start, start + loadsAtOnce)
        .map(async (id) => locations.set(id, await locate(api, setAsideLabel, id))),
    )
  return locations
}

/** Without the messages that are in the inbox as well: they have both labels. */
async function listSetAside(api: GmailApi, setAsideLabel: string): Promise<ReadonlySet<string>> {
  const labelled = await listIds(api, [setAsideLabel])
  const inInbox = new Set(await listIds(api, [setAsideLabel, 'INBOX']))
  return new Set(labelled.filter((id) => !inInbox.has(id)))
}

async function listIds(api: GmailApi, labelIds: string[]): Promise<readonly string[]> {
  const request = { userId: 'me', labelIds, maxResults: maxListed }
  const { messages = [] } = await api.read(quotaUnits.listMessages, (users, options) =>
    users.messages.list(request, options),
  )
  return messages.flatMap(({ id }) => id ?? [])
}

async function locate(
  api: GmailApi,
  setAsideLabel: string | null,
  id: ProviderMessageId,
): Promise<Location> {
  try {
    const { labelIds } = await api.read(quotaUnits.getMessage, (users, options) =>
      users.messages.get({ userId: 'me', id, format: 'minimal' }, options),
    )
    return toLocation(labelIds ?? [], setAsideLabel)
  } catch (error) {
    if (isGone(error)) return 'gone'
    throw error
  }
}
