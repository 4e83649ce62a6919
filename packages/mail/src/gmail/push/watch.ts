import { MailError } from '../../mail-error.ts'
import type { PushSubscription } from '../../mailbox.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { isOtherWatch } from '../api/gmail-error.ts'
import { gmail } from '../api/gmail-requests.ts'

/** For `readBack`: repeating the call is harmless. */
const repeatable = async () => null

/**
 * A mailbox has one watch per Google Cloud project. Calling `watch` again extends it.
 * https://developers.google.com/workspace/gmail/api/guides/push
 */
export async function renewPush(api: GmailApi, topicName: string): Promise<PushSubscription> {
  try {
    return await watch(api, topicName)
  } catch (error) {
    // After a change of the topic, Gmail refuses a new watch until the one for the old topic is
    // stopped.
    if (!isOtherWatch(error)) throw error
    await stopPush(api)
    return watch(api, topicName)
  }
}

async function watch(api: GmailApi, topicName: string): Promise<PushSubscription> {
  const settings = { topicName, labelIds: ['INBOX'], labelFilterBehavior: 'include' }
  const { expiration } = await api.write(gmail.watch(settings), repeatable)
  const expiresAt = new Date(Number(required(expiration, 'expiration')))
  if (Number.isNaN(expiresAt.getTime())) throw new MailError('unavailable', 'malformed expiration')
  return { id: topicName, expiresAt }
}

export async function stopPush(api: GmailApi): Promise<void> {
  await api.write(gmail.stop(), repeatable)
}
