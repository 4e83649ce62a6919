import { productName } from '@doorman/domain/brand'
import type { Changes, Cursor, Mailbox, MailId, ReceivedMail, Reply } from './mailbox.ts'

/** A mailbox under test, with a hand on the other side of it: the user's, and the world's. */
export type Bench = {
  readonly mailbox: Mailbox
  /** The mailbox's own, and an alias. */
  readonly addresses: readonly [string, string]
  now(): Date
  /** Raw mail arrives from outside, in the inbox unless told. */
  deliver(raw: Buffer, place?: 'inbox' | 'junk'): Promise<MailId>
  /** How a mail stands in truth; `null` when it is gone for good. */
  look(id: MailId): Promise<Standing | null>
  moveByHand(id: MailId, to: 'inbox' | 'elsewhere' | 'bin' | 'junk' | 'set-aside'): Promise<void>
  deleteByHand(id: MailId): Promise<void>
  /** The user writes a mail. */
  sendByHand(mail: { readonly to: string; readonly messageId: string }): Promise<void>
  draftByHand(to: string): Promise<void>
  /** Cursors given out so far are worth nothing from now on. */
  forgetChanges(): Promise<void>
  /** Everything that ever left through us. */
  listReplies(): Promise<readonly SentReply[]>
  countDrafts(): Promise<number>
}

export type Standing = Pick<ReceivedMail, 'place' | 'isRead'>

export type SentReply = {
  readonly recipients: readonly string[]
  readonly messageId: string
  readonly text: string
  /** The value of the header `replyMarker`. */
  readonly claimId: string | null
}

type MailParts = {
  readonly from?: string
  readonly subject?: string
  readonly headers?: readonly string[]
  readonly text?: string
}

let mailCount = 0

/** A mail as it comes over the wire. */
export function toMail({
  from = 'Pat <pat@vendor.test>',
  subject = 'Quick question',
  headers = [`Message-ID: <mail-${++mailCount}@vendor.test>`],
  text = 'Shall we talk?',
}: MailParts = {}): Buffer {
  const head = [`From: ${from}`, 'To: someone@example.com', `Subject: ${subject}`, ...headers]
  return Buffer.from([...head, 'MIME-Version: 1.0', '', text, ''].join('\r\n'))
}

/** An answer to a mail that has just come. */
export async function toReply(bench: Bench, mail: MailParts = {}): Promise<Reply> {
  const toMailId = await bench.deliver(
    toMail({ headers: ['Message-ID: <1@vendor.test>'], ...mail }),
  )
  const { threadId } = await bench.mailbox.loadMail(toMailId)
  return {
    toMail: toMailId,
    threadId,
    from: bench.addresses[0],
    to: 'pat@vendor.test',
    subject: 'Re: Quick question',
    text: `Thank you, but no.\n\nGrüße, ${productName}`,
    inReplyTo: '<1@vendor.test>',
    references: [],
    claimId: '8f14e45f-ceea-467f-a9e6-1f0a4c3b2d10',
  }
}

export async function setAside(bench: Bench): Promise<{ id: MailId; cursor: Cursor }> {
  const id = await bench.deliver(toMail())
  await bench.mailbox.move(id, 'set-aside')
  const { cursor } = await bench.mailbox.listInbox({ limit: 1 })
  return { id, cursor }
}

/** All changes, over as many calls as it takes. */
export async function follow(mailbox: Mailbox, cursor: Cursor): Promise<Changes> {
  const changes = await mailbox.listChanges(cursor)
  if (changes === 'cursor-lost') throw new Error('The cursor is lost')
  if (!changes.hasMore) return changes
  const rest = await follow(mailbox, changes.cursor)
  return {
    ...rest,
    arrived: [...changes.arrived, ...rest.arrived],
    takenOut: [...changes.takenOut, ...rest.takenOut],
  }
}
