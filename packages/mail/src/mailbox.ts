import type { ProviderMessageId } from '@doorman/domain/ids'
import type { Message } from '@doorman/domain/mail/message'
import { secondMs } from '@doorman/domain/time'
import type { MailError } from './mail-error.ts'

/**
 * Two kinds of ids name a message:
 * - `ProviderMessageId`: the provider's own id. It stays the same when the message is moved.
 * - `rfcMessageId`: the Message-ID header, such as `<1@vendor.test>`. The sender chooses it.
 */
export type { ProviderMessageId }

/** A point in the provider's stream of changes. Only the adapter that made it can read it. */
export type Cursor = string & { readonly brand: 'Cursor' }

/** Where Doorman can put a message. `set-aside` is Doorman's own label or folder. */
export type MessageLocation = 'inbox' | 'set-aside' | 'junk'

export type ReceivedMessage = {
  readonly id: ProviderMessageId
  readonly threadId: string
  /** With angle brackets. `null` if the message has no Message-ID. */
  readonly rfcMessageId: string | null
  /** By the provider's clock. The Date header can say anything. */
  readonly receivedAt: Date
  /** `elsewhere` is the archive or any other folder. */
  readonly location: MessageLocation | 'sent' | 'draft' | 'bin' | 'elsewhere'
  readonly isRead: boolean
  /** The provider delivered it to junk or, by a rule, to another folder. Only Microsoft says so. */
  readonly wasDeliveredElsewhere?: boolean
  readonly message: Message
}

export type InboxListing = {
  /** Newest first. */
  readonly ids: readonly ProviderMessageId[]
  /** `listChanges` continues here. It may repeat a message of `ids`, but misses none. */
  readonly cursor: Cursor
}

/** Setting a message aside is not a change. Moving it back is, even if Doorman itself did it. */
export type Changes = {
  /** Entered the inbox: new messages, and messages moved into it. */
  readonly arrived: readonly ProviderMessageId[]
  /**
   * Those of `arrived` that the user moved into the inbox: from junk, from the archive, from any
   * other folder. Graph does not say how a message got there, so the Microsoft adapter compares
   * times.
   */
  readonly movedToInbox: readonly ProviderMessageId[]
  /** Left `set-aside` for the inbox or a folder of the user's. The bin and junk do not count. */
  readonly movedBack: readonly ProviderMessageId[]
  /**
   * What the user sent. `list-again`: too much to load at once, or the provider has lost its place
   * in the sent messages. Then `listSent` finds them.
   */
  readonly sent: readonly SentMessage[] | 'list-again'
  readonly cursor: Cursor
  /** Call `listChanges` again with the new cursor: the provider has more now. */
  readonly hasMore: boolean
}

export type SentMessage = {
  readonly id: ProviderMessageId
  readonly rfcMessageId: string | null
  readonly sentAt: Date
  /** Everyone in To, Cc and Bcc, in lower case and with an ASCII domain. */
  readonly recipients: readonly string[]
  /**
   * The claim of the smart response, if Doorman sent the message; `null` if the user did. Microsoft's
   * adapter leaves out what Doorman sent.
   */
  readonly claimId: string | null
}

/** A place in the list of sent messages. Only the adapter that made it can read it. It never expires. */
export type SentCursor = string & { readonly brand: 'SentCursor' }

export type SentPage = {
  /** Newest first. Neighbouring pages may share messages. */
  readonly messages: readonly SentMessage[]
  /** `null` after the last page. */
  readonly next: SentCursor | null
}

/** Any message to an address, any message to a domain, or one of these messages. */
export type SentQuery =
  | { readonly toAddress: string }
  | { readonly toDomain: string }
  | { readonly rfcMessageIds: readonly string[] }

/** Messages that came from an address before a moment. */
export type EarlierMessages = { readonly from: string; readonly before: Date }

/** Counting stops at 12: a sender with that many kept messages is not on a first cold sequence. */
export const maxKeptCounted = 12

/** Bounds the memory of a worker: each message may have 1 MB of text. */
export const maxLoadedAtOnce = 20

/** Bounds a whole call of `Mailbox`, and each request to a provider's OAuth endpoints. */
export const callTimeoutMs = 30 * secondMs

/**
 * One connected mailbox, the same for Gmail and Microsoft. Every call takes at most 30 seconds and
 * fails only with a `MailError`. Calls retry short outages themselves, but repeat a write that is in
 * doubt (`MailError.mayHaveHappened`) only if that is harmless.
 */
export type Mailbox = {
  /** The newest messages of the inbox, at most `limit`, received at or after `since`. */
  listInbox(range: { readonly limit: number; readonly since?: Date }): Promise<InboxListing>
  /**
   * What changed since the cursor. The same cursor can be used again and gives the same changes.
   * `cursor-lost`: the provider no longer knows the cursor. Call `listInbox` to start over.
   */
  listChanges(cursor: Cursor): Promise<Changes | 'cursor-lost'>
  /** A body that is too large to load is replaced by the provider's excerpt (`isExcerpt`). */
  loadMessage(id: ProviderMessageId): Promise<ReceivedMessage>
  /**
   * Several messages with few requests, at most `maxLoadedAtOnce`. A message that fails alone, because
   * it is gone for example, has its error in the result: it never keeps the others from being loaded.
   * A failure of the mailbox, or of the request as a whole, is thrown.
   */
  loadMessages(
    ids: readonly ProviderMessageId[],
  ): Promise<ReadonlyMap<ProviderMessageId, ReceivedMessage | MailError>>
  /**
   * Idempotent. Marks the message as read on the way to `set-aside` or `junk`, as unread on the way
   * to `inbox`. Creates Doorman's label or folder if `set-aside` needs it.
   */
  move(id: ProviderMessageId, to: MessageLocation): Promise<void>
  /**
   * As `move`, for several messages with few requests, at most 100. Returns the messages
   * that failed alone. A failure of the whole call is thrown: then some may have been moved.
   */
  moveMessages(
    ids: readonly ProviderMessageId[],
    to: MessageLocation,
  ): Promise<ReadonlyMap<ProviderMessageId, MailError>>
  /** A page of the messages that the user sent, newest first. `null` asks for the first page. */
  listSent(cursor: SentCursor | null): Promise<SentPage>
  /** How many messages the user has sent, for showing progress. */
  countSent(): Promise<number>
  /**
   * Asks the provider's search whether the user has sent a matching message, for the time until the
   * index of correspondents is complete. Replies that Doorman sent do not count. `true` if there
   * are too many matches to check them all. `unknown` if the provider's search is not reliable.
   */
  hasUserSent(query: SentQuery): Promise<boolean | 'unknown'>
  /**
   * How many of these messages the user still has in the inbox or in a folder of theirs, up to
   * `maxKeptCounted`. Messages that are set aside, in junk or in the bin do not count.
   */
  countKeptMessages(earlier: EarlierMessages): Promise<number>
  /** Where these messages are now; `gone` if they no longer exist. At most 100 at a time. */
  locateMessages(
    ids: readonly ProviderMessageId[],
  ): Promise<ReadonlyMap<ProviderMessageId, ReceivedMessage['location'] | 'gone'>>
  /** The address of a message at the provider's web mail. */
  findWebLink(id: ProviderMessageId): Promise<string>
  /** The mailbox's own addresses, aliases included. */
  listOwnAddresses(): Promise<readonly string[]>
  readonly replies: Replies
  readonly push: Push
}

export type Reply = {
  /** The message that it answers. */
  readonly repliesTo: ProviderMessageId
  /** The thread of that message. */
  readonly threadId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The `rfcMessageId` of the message that it answers. */
  readonly inReplyTo: string
  readonly references: readonly string[]
  /** Sent in our own header, which shows later that Doorman, not the user, sent the message. */
  readonly claimId: string
}

export type DraftId = string & { readonly brand: 'DraftId' }

export type Draft = {
  readonly id: DraftId
  /** The provider may replace it on sending. `null` if the draft has none yet. */
  readonly rfcMessageId: string | null
}

/**
 * A reply is sent in steps, so that it never goes out twice: the caller stores the draft's id
 * before it sends. After a crash or an error with `mayHaveHappened`, the reply is in doubt, and
 * `resolveDraft` finds out what happened.
 */
type Replies = {
  /**
   * Writes once. If that fails in doubt, an unsent draft may be left in the mailbox. Gmail fails as
   * `refused`, before anything is drafted, if the user may not send from `reply.from`.
   */
  createDraft(reply: Reply): Promise<Draft>
  /**
   * Sends the draft to `reply.to` alone. Asks the provider once and never retries. Returns the
   * Message-ID under which the reply went out.
   */
  sendDraft(draft: DraftId, reply: Reply): Promise<{ readonly rfcMessageId: string }>
  /**
   * Whether the draft was sent. Deletes an unsent draft, so that it can never go out. A second call
   * may then return `sent`: Gmail does not tell a deleted draft from a sent one.
   */
  resolveDraft(draft: DraftId): Promise<'sent' | 'unsent'>
  /**
   * Deletes the unsent draft of a reply, if there is one. For a draft whose id is unknown because
   * the process died, or the answer was lost, while it was created. Gmail finds the draft by its
   * claim. Microsoft deletes all our unsent drafts of the thread: if another reply in the same
   * thread is about to be sent, that reply ends unsent.
   */
  discardDraft(reply: Pick<Reply, 'threadId' | 'claimId'>): Promise<void>
}

/** The provider sends push notifications about the inbox until this expires. */
export type PushSubscription = {
  readonly id: string
  readonly expiresAt: Date
}

type Push = {
  /**
   * Extends the subscription, or starts one if there is none. The id may change. `null` if push is
   * turned off.
   */
  readonly renew: ((current: PushSubscription | null) => Promise<PushSubscription>) | null
  /** Idempotent. With `null`, ends whatever subscription this mailbox still has. */
  stop(current: PushSubscription | null): Promise<void>
}
