import { maxMessageBytes, maxMessagesBytes } from '../http/limited-fetch.ts'
import { isTooLarge, MailError } from '../mail-error.ts'
import type { Mailbox, ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import { isOfMailbox, loadOneByOne } from '../one-by-one.ts'
import type { GmailApi } from './api/gmail-api.ts'
import { gmail } from './api/gmail-requests.ts'
import type { Message } from './api/gmail-types.ts'
import { isUserLabel } from './labels.ts'
import { toReceivedMessage } from './received-message.ts'
import type { SetAsideLabel } from './set-aside-label.ts'

/**
 * Asks for the whole message first: nearly all messages are small, and Gmail tells the size of a
 * message only in the same call.
 */
export async function loadMessage(
  api: GmailApi,
  label: SetAsideLabel,
  id: ProviderMessageId,
): Promise<ReceivedMessage> {
  try {
    return await load('full')
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return load('metadata')
  }

  async function load(format: 'full' | 'metadata'): Promise<ReceivedMessage> {
    const message = await api.read(gmail.getMessage(id, { format }), { maxBytes: maxMessageBytes })
    const setAsideLabel = hasUserLabel(message) ? await label.find(api) : null
    return toReceivedMessage(message, setAsideLabel, format)
  }
}

/** Loads the messages with one request, unless together they are too large for that. */
export async function loadMessages(
  api: GmailApi,
  label: SetAsideLabel,
  ids: readonly ProviderMessageId[],
): ReturnType<Mailbox['loadMessages']> {
  const loadOne = (id: ProviderMessageId) => loadMessage(api, label, id)
  const messages = ids.length > 1 ? await findMessages(api, ids) : null
  if (!messages) return loadOneByOne(ids, loadOne)
  const isLabelled = messages.some((message) => !isError(message) && hasUserLabel(message))
  const setAsideLabel = isLabelled ? await label.find(api) : null
  return loadOneByOne(ids, async (id) => {
    const message = messages[ids.indexOf(id)]
    if (!message || isTooLarge(message)) return loadOne(id)
    return isError(message) ? message : toReceivedMessage(message, setAsideLabel)
  })
}

/** `null` if the batch as a whole fails, for example as `too-large`. An outage is thrown. */
async function findMessages(
  api: GmailApi,
  ids: readonly ProviderMessageId[],
): Promise<readonly (Message | MailError)[] | null> {
  const requests = ids.map((id) => gmail.getMessage(id, { format: 'full' }))
  try {
    return await api.readEach(requests, { maxBytes: maxMessagesBytes })
  } catch (error) {
    if (!(error instanceof MailError) || isOfMailbox(error) || error.failure === 'unavailable')
      throw error
    return null
  }
}

function isError(message: Message | MailError): message is MailError {
  return message instanceof MailError
}

function hasUserLabel({ labelIds }: Message): boolean {
  return labelIds?.some(isUserLabel) ?? false
}
