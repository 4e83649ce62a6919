import type { MailId } from '@doorman/domain/ids'
import type { Message } from '@doorman/domain/message'

export type { MailId }

/** Where we stopped reading. Only the adapter that made it understands it. */
export type Cursor = string & { readonly brand: 'Cursor' }

/** Where we put a mail. `set-aside` is Doorman's own label or folder. */
export type Place = 'inbox' | 'set-aside' | 'junk'

export type ReceivedMail = {
  readonly id: MailId
  readonly threadId: string
  /** The Message-ID header, brackets included; `null` where the sender gave none. */
  readonly messageId: string | null
  /** By the provider's clock: the Date header is whatever the sender likes. */
  readonly receivedAt: Date
  /** `elsewhere`: archive, another folder. Sent mail, drafts, chat and the bin are never ours to touch. */
  readonly place: Place | 'sent' | 'draft' | 'bin' | 'elsewhere'
  readonly isRead: boolean
  readonly message: Message
}

export type Inbox = { readonly ids: readonly MailId[]; readonly cursor: Cursor }

export type Changes = {
  /** Came into the inbox: new, or put back by hand. */
  readonly arrived: readonly MailId[]
  /** Taken out of our label or folder by hand, and neither binned nor deleted. */
  readonly takenOut: readonly MailId[]
  readonly cursor: Cursor
  /** There is more right now: ask again from the new cursor. */
  readonly hasMore: boolean
}

/** What the user may have sent: to an address, to anybody at a domain, or one of these mails by Message-ID. */
export type SentTo =
  | { readonly address: string }
  | { readonly domain: string }
  | { readonly messageIds: readonly string[] }

/** Mail of one address that came earlier. */
export type EarlierMail = { readonly from: string; readonly before: Date }

/** Nobody asks for more: who writes that often is no stranger's first sequence. */
export const mostKept = 12

/**
 * One connected mailbox, whoever keeps it. Every call ends within 30 seconds
 * and fails with a `MailError` or not at all.
 */
export type Mailbox = {
  /** The newest mail of the inbox, newest first, and the place to go on from. Nothing falls between the two. */
  listInbox(range: { readonly limit: number; readonly since?: Date }): Promise<Inbox>
  /** `cursor-lost`: the provider no longer knows it, so nobody can say what was missed. */
  listChanges(cursor: Cursor): Promise<Changes | 'cursor-lost'>
  loadMail(id: MailId): Promise<ReceivedMail>
  /** Set aside and junk: read. Inbox: unread, and without our label. Doing it twice changes nothing. */
  move(id: MailId, to: Place): Promise<void>
  /** By hand: what Doorman answered in the user's name makes nobody an acquaintance. In doubt, `true`. */
  hasSent(what: SentTo): Promise<boolean>
  /** How much of it was left alone, up to `mostKept`: what is set aside, junk or in the bin does not count. */
  countKept(earlier: EarlierMail): Promise<number>
  /** The mailbox's own addresses, aliases included. */
  listOwnAddresses(): Promise<readonly string[]>
  readonly replies: Replies
  readonly push: Push
}

export type Reply = {
  readonly toMail: MailId
  readonly threadId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Of the mail it answers. */
  readonly inReplyTo: string
  readonly references: readonly string[]
  /** By it we know our own mail again: it stands in a header of ours. */
  readonly claimId: string
}

export type DraftId = string & { readonly brand: 'DraftId' }

export type Draft = {
  readonly id: DraftId
  /** It goes out under this one, unless the provider gives it another on the way; `null` where there is none yet. */
  readonly messageId: string | null
}

/** A reply in three steps, so that a crash between any two of them can be told from a reply that went out. */
export type Replies = {
  /** One call to the provider and no more: until its id is kept, nobody could find it again. */
  draft(reply: Reply): Promise<Draft>
  /** To whom `reply` is for alone, or not at all. Never tried twice. Gives the Message-ID under which it went out. */
  send(draft: DraftId, reply: Reply): Promise<{ readonly messageId: string }>
  /** Looks what became of a draft and never sends it; one that did not go out is deleted. */
  settle(draft: DraftId): Promise<'sent' | 'unsent'>
}

/** A provider's promise to tell us of changes, until it ends. */
export type PushGrant = {
  readonly id: string
  readonly expiresAt: Date
}

export type Push = {
  /** Starts, or goes on with the one there is. */
  renew(current: PushGrant | null): Promise<PushGrant>
  stop(current: PushGrant | null): Promise<void>
}
