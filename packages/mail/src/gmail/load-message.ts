import type { gmail_v1 } from '@googleapis/gmail'
import { maxMessageBytes } from '../http/limited-fetch.ts'
import { isTooLarge } from '../mail-error.ts'
import type { ProviderMessageId, ReceivedMessage } from '../mailbox.ts'
import { quotaUnits, type GmailApi } from './api/gmail-api.ts'
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
    const message: gmail_v1.Schema$Message = await api.read(
      quotaUnits.getMessage,
      (users, init) => users.messages.get({ userId: 'me', id, format }, init),
      { maxBytes: maxMessageBytes },
    )
    const isLabelled = message.labelIds?.some(isUserLabel) ?? false
    return toReceivedMessage(message, isLabelled ? await label.find(api) : null, format)
  }
}
