import { MailError } from '../mail-error.ts'
import type { Mailbox, ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import type { GmailApi } from './api/gmail-api.ts'
import { maxBatchParts } from './api/gmail-batch.ts'
import { isGone } from './api/gmail-error.ts'
import { gmail } from './api/gmail-requests.ts'
import { isUserLabel, toLocation } from './labels.ts'
import type { SetAsideLabel } from './set-aside-label.ts'

type Location = ReceivedMessage['location'] | 'gone'

/** The most that Gmail lists at once. */
const maxListed = 500

/**
 * Up to twenty messages are looked at with one request, each for 20 units of quota. Of a larger
 * number nearly all are still set aside, so two lists of our label find those first.
 */
export async function locateMessages(
  api: GmailApi,
  label: SetAsideLabel,
  ids: readonly ProviderMessageId[],
): ReturnType<Mailbox['locateMessages']> {
  const setAside = ids.length > maxBatchParts ? await listSetAside(api, label) : new Set()
  const others = ids.filter((id) => !setAside.has(id))
  const labels = await loadLabels(api, others)
  const isLabelled = [...labels.values()].some((labelIds) => labelIds?.some(isUserLabel))
  const setAsideLabel = isLabelled ? await label.find(api) : null
  const locate = (id: ProviderMessageId): Location => {
    if (setAside.has(id)) return 'set-aside'
    const labelIds = labels.get(id)
    return labelIds ? toLocation(labelIds, setAsideLabel) : 'gone'
  }
  return new Map(ids.map((id) => [id, locate(id)]))
}

/** Without the messages that are in the inbox as well: they have both labels. */
async function listSetAside(api: GmailApi, label: SetAsideLabel): Promise<ReadonlySet<string>> {
  const setAsideLabel = await label.find(api)
  if (setAsideLabel === null) return new Set()
  const labelled = await listIds(api, [setAsideLabel])
  const inInbox = new Set(await listIds(api, [setAsideLabel, 'INBOX']))
  return new Set(labelled.filter((id) => !inInbox.has(id)))
}

async function listIds(api: GmailApi, labelIds: string[]): Promise<readonly string[]> {
  const query = { labelIds, maxResults: maxListed }
  const { messages = [] } = await api.read(gmail.listMessages(query))
  return messages.flatMap(({ id }) => id ?? [])
}

/** `null` for a message that is gone. */
async function loadLabels(
  api: GmailApi,
  ids: readonly ProviderMessageId[],
): Promise<ReadonlyMap<ProviderMessageId, readonly string[] | null>> {
  const requests = ids.map((id) => gmail.getMessage(id, { format: 'minimal' }))
  const messages = await api.readEach(requests)
  return new Map(
    ids.map((id, index) => {
      const message = messages[index]
      if (isGone(message)) return [id, null]
      if (message instanceof MailError) throw message
      return [id, message?.labelIds ?? []]
    }),
  )
}
