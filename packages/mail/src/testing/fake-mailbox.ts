import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { dayMs } from '@doorman/domain/time'
import { catchMailError, MailError } from '../mail-error.ts'
import {
  maxKeptCounted,
  type Changes,
  type Cursor,
  type DraftId,
  type EarlierMessages,
  type InboxListing,
  type Mailbox,
  type ProviderMessageId,
  type MessageLocation,
  type ReceivedMessage,
  type Reply,
  type SentCursor,
  type SentMessage,
  type SentPage,
  type SentQuery,
} from '../mailbox.ts'

type AnyLocation = ReceivedMessage['location']
type Move = {
  readonly id: ProviderMessageId
  readonly from: AnyLocation | null
  readonly to: AnyLocation | null
}
/** Something that the user, or a late copy of our reply, put into the sent messages. */
type Sent = {
  readonly to: readonly string[]
  readonly rfcMessageId: string | null
  readonly sentAt?: Date
  readonly claimId?: string
  isDeleted?: true
}

/** A mailbox in memory. Tests act as its user with `moveAsUser` and `deleteAsUser`. */
export class FakeMailbox implements Mailbox {
  readonly messages = new Map<ProviderMessageId, ReceivedMessage>()
  /** In the order of sending. */
  readonly sentByUser: Sent[] = []
  readonly sentReplies: Reply[] = []
  readonly drafts = new Map<DraftId, Reply>()
  readonly addresses: readonly string[]
  /** Fails the next call. With `mayHaveHappened`, the call still takes effect. */
  failNextWith: MailError | null = null
  /** `false`: `hasUserSent` answers `unknown`, as at Outlook.com. */
  isSearchReliable = true
  /** How many sent messages a page has, and how many `listChanges` loads before `list-again`. */
  sentPageSize = 50
  isPushActive = false
  pushRenewals = 0
  /** The expiry of the next push subscription. */
  pushExpiresAt = new Date('2100-01-01')
  #moves: Move[] = []
  #firstKnownMove = 0
  #draftCount = 0

  constructor(...addresses: string[]) {
    this.addresses = addresses
  }

  receive(received: ReceivedMessage): void {
    this.messages.set(received.id, received)
    this.#moves.push({ id: received.id, from: null, to: received.location })
  }

  moveAsUser(id: ProviderMessageId, to: AnyLocation): void {
    this.#put(id, to, this.#load(id).isRead)
  }

  deleteAsUser(id: ProviderMessageId): void {
    this.#moves.push({ id, from: this.#load(id).location, to: null })
    this.messages.delete(id)
  }

  /** Forgets all earlier cursors. */
  forgetChanges(): void {
    this.#firstKnownMove = this.#moves.push({ id: '' as ProviderMessageId, from: null, to: null })
  }

  /**
   * Replies that Doorman sent appear among the sent messages, without the mark that says so. Exchange
   * may store such a copy seconds later.
   */
  copySentReplies(): void {
    for (const reply of this.sentReplies)
      this.sentByUser.push({ to: [reply.to], rfcMessageId: toRfcMessageId(reply) })
  }

  listInbox({ limit, since }: { limit: number; since?: Date }): Promise<InboxListing> {
    return this.#attempt(() => {
      const newest = [...this.messages.values()]
        .filter(
          ({ location, receivedAt }) =>
            location === 'inbox' && receivedAt >= (since ?? new Date(0)),
        )
        .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
      return { ids: newest.slice(0, limit).map(({ id }) => id), cursor: this.#toCursor() }
    })
  }

  listChanges(cursor: Cursor): Promise<Changes | 'cursor-lost'> {
    return this.#attempt(() => {
      const [start = -1, sentBefore = 0] = /^\d+-\d+$/.test(cursor)
        ? cursor.split('-').map(Number)
        : []
      if (start < this.#firstKnownMove || start > this.#moves.length) return 'cursor-lost'
      const moves = this.#moves.slice(start)
      const isKept = (id: ProviderMessageId) =>
        ['inbox', 'elsewhere'].includes(this.messages.get(id)?.location ?? '')
      const movedBack = moves.filter(({ id, from }) => from === 'set-aside' && isKept(id))
      const arrived = moves.filter(
        ({ id, from, to }) => from !== 'inbox' && to === 'inbox' && this.messages.has(id),
      )
      const moved = arrived.filter(({ from }) => from !== null)
      return {
        arrived: [...new Set(arrived.map(({ id }) => id))],
        movedToInbox: [...new Set(moved.map(({ id }) => id))],
        movedBack: [...new Set(movedBack.map(({ id }) => id))],
        sent:
          this.sentByUser.length - sentBefore > this.sentPageSize
            ? 'list-again'
            : this.#listSent(sentBefore, this.sentByUser.length),
        cursor: this.#toCursor(),
        hasMore: false,
      }
    })
  }

  loadMessage(id: ProviderMessageId): Promise<ReceivedMessage> {
    return this.#attempt(() => this.#load(id))
  }

  loadMessages(
    ids: readonly ProviderMessageId[],
  ): Promise<ReadonlyMap<ProviderMessageId, ReceivedMessage | MailError>> {
    return this.#attempt(() => new Map(ids.map((id) => [id, catchMailError(() => this.#load(id))])))
  }

  move(id: ProviderMessageId, to: MessageLocation): Promise<void> {
    return this.#attempt(() => this.#put(id, to, to !== 'inbox'))
  }

  moveMessages(
    ids: readonly ProviderMessageId[],
    to: MessageLocation,
  ): Promise<ReadonlyMap<ProviderMessageId, MailError>> {
    return this.#attempt(() => {
      const failed = new Map<ProviderMessageId, MailError>()
      for (const id of ids) {
        const error = catchMailError(() => this.#put(id, to, to !== 'inbox'))
        if (error instanceof MailError) failed.set(id, error)
      }
      return failed
    })
  }

  listSent(cursor: SentCursor | null): Promise<SentPage> {
    return this.#attempt(() => {
      const end = cursor === null ? this.sentByUser.length : Number(cursor)
      const start = Math.max(0, end - this.sentPageSize)
      return {
        messages: this.#listSent(start, end).toReversed(),
        next: start === 0 ? null : (String(start) as SentCursor),
      }
    })
  }

  countSent(): Promise<number> {
    return this.#attempt(() => this.#listSent(0, this.sentByUser.length).length)
  }

  hasUserSent(query: SentQuery): Promise<boolean | 'unknown'> {
    return this.#attempt(() => {
      if (!this.isSearchReliable) return 'unknown'
      return this.sentByUser.some(({ to, rfcMessageId }) => {
        if ('rfcMessageIds' in query)
          return rfcMessageId !== null && query.rfcMessageIds.includes(rfcMessageId)
        if ('toDomain' in query) return to.some((address) => address.endsWith(`@${query.toDomain}`))
        return to.includes(normaliseAddress(query.toAddress))
      })
    })
  }

  countKeptMessages({ from, before }: EarlierMessages): Promise<number> {
    const isKept = ({ message, location, receivedAt }: ReceivedMessage) =>
      (location === 'inbox' || location === 'elsewhere') &&
      receivedAt < before &&
      message.from?.address === normaliseAddress(from)
    return this.#attempt(() =>
      Math.min([...this.messages.values()].filter(isKept).length, maxKeptCounted),
    )
  }

  findWebLink(id: ProviderMessageId): Promise<string> {
    return this.#attempt(() => `https://web-mail.test/${id}`)
  }

  locateMessages(ids: readonly ProviderMessageId[]) {
    const sent = this.#listSent(0, this.sentByUser.length).map(({ id }) => id)
    const locate = (id: ProviderMessageId) =>
      this.messages.get(id)?.location ?? (sent.includes(id) ? 'sent' : 'gone')
    return this.#attempt(() => new Map(ids.map((id) => [id, locate(id)] as const)))
  }

  listOwnAddresses(): Promise<readonly string[]> {
    return this.#attempt(() => this.addresses)
  }

  readonly replies = {
    createDraft: (reply: Reply) =>
      this.#attempt(() => {
        const id = `draft-${++this.#draftCount}` as DraftId
        this.drafts.set(id, reply)
        return { id, rfcMessageId: toRfcMessageId(reply) }
      }),
    sendDraft: (id: DraftId) =>
      this.#attempt(() => {
        const reply = this.drafts.get(id)
        if (!reply) throw new MailError('gone', 'draft')
        this.drafts.delete(id)
        this.sentReplies.push(reply)
        return { rfcMessageId: toRfcMessageId(reply) }
      }),
    resolveDraft: (id: DraftId) =>
      this.#attempt(() => (this.drafts.delete(id) ? 'unsent' : 'sent')),
    discardDraft: ({ claimId }: Pick<Reply, 'threadId' | 'claimId'>) =>
      this.#attempt(() => {
        for (const [id, reply] of this.drafts) if (reply.claimId === claimId) this.drafts.delete(id)
      }),
  }

  readonly push = {
    renew: () =>
      this.#attempt(() => {
        this.pushRenewals += 1
        this.isPushActive = true
        return { id: 'push', expiresAt: this.pushExpiresAt }
      }),
    stop: () =>
      this.#attempt(() => {
        this.isPushActive = false
      }),
  }

  async #attempt<Result>(call: () => Result): Promise<Result> {
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure?.mayHaveHappened) call()
    if (failure) throw failure
    return call()
  }

  #listSent(start: number, end: number): SentMessage[] {
    return this.sentByUser
      .slice(start, end)
      .flatMap((sent, at) => (sent.isDeleted ? [] : toSent(sent, start + at)))
  }

  #load(id: ProviderMessageId): ReceivedMessage {
    const received = this.messages.get(id)
    if (!received) throw new MailError('gone', 'message')
    return received
  }

  #put(id: ProviderMessageId, location: AnyLocation, isRead: boolean): void {
    const before = this.#load(id)
    this.messages.set(id, { ...before, location, isRead })
    if (before.location !== location) this.#moves.push({ id, from: before.location, to: location })
  }

  #toCursor(): Cursor {
    return `${this.#moves.length}-${this.sentByUser.length}` as Cursor
  }
}

/** Sent a second after the one before it, unless the test says when. */
function toSent({ to, rfcMessageId, sentAt, claimId }: Sent, at: number): SentMessage {
  return {
    id: `sent-${at}` as ProviderMessageId,
    rfcMessageId,
    sentAt: sentAt ?? new Date(firstSentAt + at * 1_000),
    recipients: to.map(normaliseAddress),
    claimId: claimId ?? null,
  }
}

/** A hundred days ago: the index of correspondents keeps the ids of messages for 400 days. */
const firstSentAt = Date.now() - 100 * dayMs

function toRfcMessageId({ claimId }: Reply): string {
  return `<${claimId}@fake.test>`
}
