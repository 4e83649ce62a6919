import { MailError } from '../mail-error.ts'
import type { PushGrant } from '../mailbox.ts'
import { required, units, type GmailApi } from './gmail-api.ts'

/** A mailbox has one watch for each project; asking again renews it. https://developers.google.com/workspace/gmail/api/guides/push */
export async function renewPush(api: GmailApi, topicName: string | null): Promise<PushGrant> {
  if (topicName === null) throw new MailError('refused', 'no push topic')
  const requestBody = { topicName, labelIds: ['INBOX'], labelFilterBehavior: 'include' }
  const repeat = async () => null
  const { expiration } = await api.write(
    units.watch,
    (users, options) => users.watch({ userId: 'me', requestBody }, options),
    repeat,
  )
  const expiresAt = new Date(Number(required(expiration, 'expiration')))
  if (Number.isNaN(expiresAt.getTime())) throw new MailError('unavailable', 'malformed expiration')
  return { id: topicName, expiresAt }
}

export async function stopPush(api: GmailApi): Promise<void> {
  const repeat = async () => null
  await api.write(units.stop, (users, options) => users.stop({ userId: 'me' }, options), repeat)
}
