import { productName } from '@doorman/domain/brand'
import type {
  Changes,
  Cursor,
  Mailbox,
  ProviderMessageId,
  PushSubscription,
  ReceivedMessage,
  Reply,
  SentCursor,
  SentMessage,
} from '../../mailbox.ts'

/** A mailbox under test, and what its user and the outside world do to it. */
export type MailboxHarness = {
  readonly mailbox: Mailbox
  /** The primary address and an alias. */
  readonly addresses: readonly [string, string]
  now(): Date
  passTime(ms: number): Promise<void>
  /** A message arrives from outside, in the inbox by default. */
  deliver(raw: Buffer, location?: 'inbox' | 'junk'): Promise<ProviderMessageId>
  /** The message's state at the provider; `null` if it is deleted for good. */
  readState(id: ProviderMessageId): Promise<MessageState | null>
  moveAsUser(
    id: ProviderMessageId,
    to: 'inbox' | 'elsewhere' | 'bin' | 'junk' | 'set-aside',
  ): Promise<void>
  deleteAsUser(id: ProviderMessageId): Promise<void>
  sendAsUser(message: MessageOfUser): Promise<void>
  deleteSentAsUser(rfcMessageId: string): Promise<void>
  /** From now on, what we send appears among the sent messages only after this time. */
  delaySentCopies(ms: number): void
  createDraftAsUser(to: string): Promise<void>
  /** The provider forgets all earlier cursors. */
  forgetChanges(): Promise<void>
  /** Every message that the mailbox has sent for us. */
  listReplies(): Promise<readonly SentReply[]>
  countDrafts(): Promise<number>
}

export type MessageOfUser = {
  /** One or more addresses, as in a header. */
  readonly to: string
  readonly cc?: string
  readonly bcc?: string
  readonly rfcMessageId: string
}

export type MessageState = Pick<ReceivedMessage, 'location' | 'isRead'>

export type SentReply = {
  readonly recipients: readonly string[]
  readonly rfcMessageId: string
  readonly text: string
  /** The value of the header `replyMarker`. */
  readonly claimId: string | null
}

type RawMessageParts = {
  readonly from?: string
  readonly subject?: string
  readonly headers?: readonly string[]
  readonly text?: string
}

let messageCount = 0

/** A raw message, as a mail server receives it. */
export function toRawMessage({
  from = 'Pat <pat@vendor.test>',
  subject = 'Quick question',
  headers = [`Message-ID: <message-${++messageCount}@vendor.test>`],
  text = 'Shall we talk?',
}: RawMessageParts = {}): Buffer {
  const head = [`From: ${from}`, 'To: someone@example.com', `Subject: ${subject}`, ...headers]
  return Buffer.from([...head, 'MIME-Version: 1.0', '', text, ''].join('\r\n'))
}

/** Delivers a message and returns a reply to it. */
export async function toReply(
  harness: MailboxHarness,
  parts: RawMessageParts = {},
): Promise<Reply> {
  const id = await harness.deliver(
    toRawMessage({ headers: ['Message-ID: <1@vendor.test>'], ...parts }),
  )
  const { threadId } = await harness.mailbox.loadMessage(id)
  return {
    repliesTo: id,
    threadId,
    from: harness.addresses[0],
    to: 'pat@vendor.test',
    subject: 'Re: Quick question',
    text: `Thank you, but no.\n\nGrüße, ${productName}`,
    inReplyTo: '<1@vendor.test>',
    references: [],
    claimId: '8f14e45f-ceea-467f-a9e6-1f0a4c3b2d10',
  }
}

export async function deliverAndSetAside(
  harness: MailboxHarness,
): Promise<{ id: ProviderMessageId; cursor: Cursor }> {
  const id = await harness.deliver(toRawMessage())
  await harness.mailbox.move(id, 'set-aside')
  const { cursor } = await harness.mailbox.listInbox({ limit: 1 })
  return { id, cursor }
}

function isListed(sent: Changes['sent']): sent is readonly SentMessage[] {
  return sent !== 'list-again'
}

/** Calls `listSent` until there are no more. */
export async function listAllSent(
  mailbox: Mailbox,
  cursor: SentCursor | null = null,
): Promise<readonly SentMessage[]> {
  const { messages, next } = await mailbox.listSent(cursor)
  return next === null ? messages : [...messages, ...(await listAllSent(mailbox, next))]
}

/** Fails if push is turned off. */
export async function renewPush(
  { push }: Mailbox,
  current: PushSubscription | null = null,
): Promise<PushSubscription> {
  if (push.renew === null) throw new Error('Push is turned off')
  return push.renew(current)
}

/** Calls `listChanges` until there are no more. */
export async function listAllChanges(mailbox: Mailbox, cursor: Cursor): Promise<Changes> {
  const changes = await mailbox.listChanges(cursor)
  if (changes === 'cursor-lost') throw new Error('The cursor is lost')
  if (!changes.hasMore) return changes
  const rest = await listAllChanges(mailbox, changes.cursor)
  return {
    ...rest,
    arrived: [...changes.arrived, ...rest.arrived],
    movedToInbox: [...changes.movedToInbox, ...rest.movedToInbox],
    movedBack: [...changes.movedBack, ...rest.movedBack],
    sent:
      isListed(changes.sent) && isListed(rest.sent)
        ? [...changes.sent, ...rest.sent]
        : 'list-again',
  }
}
