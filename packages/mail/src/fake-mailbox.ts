import { normaliseAddress } from '@doorman/domain/email-address'
import { MailError } from './mail-error.ts'
import {
  mostKept,
  type Changes,
  type Cursor,
  type DraftId,
  type EarlierMail,
  type Inbox,
  type Mailbox,
  type MailId,
  type Place,
  type ReceivedMail,
  type Reply,
  type SentTo,
} from './mailbox.ts'

type FakePlace = ReceivedMail['place']
type Move = { readonly id: MailId; readonly from: FakePlace | null; readonly to: FakePlace | null }
type SentMail = { readonly to: readonly string[]; readonly messageId: string }

/** A mailbox in memory, with hands for its user and the world. */
export class FakeMailbox implements Mailbox {
  readonly mails = new Map<MailId, ReceivedMail>()
  readonly sentByHand: SentMail[] = []
  readonly answered: Reply[] = []
  readonly drafts = new Map<DraftId, Reply>()
  readonly addresses: readonly string[]
  /** The next call fails with it; one that `mayHaveHappened` does happen. */
  failNextWith: MailError | null = null
  isPushing = false
  pushRenewals = 0
  /** How long the next promise to tell of changes will hold. */
  pushExpiresAt = new Date('2100-01-01')
  #moves: Move[] = []
  #forgotten = 0
  #draftCount = 0

  constructor(...addresses: string[]) {
    this.addresses = addresses
  }

  receive(mail: ReceivedMail): void {
    this.mails.set(mail.id, mail)
    this.#moves.push({ id: mail.id, from: null, to: mail.place })
  }

  moveByHand(id: MailId, to: FakePlace): void {
    this.#put(id, to, this.#load(id).isRead)
  }

  deleteByHand(id: MailId): void {
    this.#moves.push({ id, from: this.#load(id).place, to: null })
    this.mails.delete(id)
  }

  /** Cursors given out so far are worth nothing from now on. */
  forgetChanges(): void {
    this.#forgotten = this.#moves.push({ id: '' as MailId, from: null, to: null })
  }

  listInbox({ limit, since }: { limit: number; since?: Date }): Promise<Inbox> {
    return this.#attempt(() => {
      const newest = [...this.mails.values()]
        .filter(
          ({ place, receivedAt }) => place === 'inbox' && receivedAt >= (since ?? new Date(0)),
        )
        .toSorted((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime())
      return { ids: newest.slice(0, limit).map(({ id }) => id), cursor: this.#cursor() }
    })
  }

  listChanges(cursor: Cursor): Promise<Changes | 'cursor-lost'> {
    return this.#attempt(() => {
      const start = /^\d+$/.test(cursor) ? Number(cursor) : -1
      if (start < this.#forgotten || start > this.#moves.length) return 'cursor-lost'
      const moves = this.#moves.slice(start)
      const isKept = (id: MailId) =>
        ['inbox', 'elsewhere'].includes(this.mails.get(id)?.place ?? '')
      const takenOut = moves.filter(({ id, from }) => from === 'set-aside' && isKept(id))
      const arrived = moves.filter(
        ({ id, from, to }) => from !== 'inbox' && to === 'inbox' && this.mails.has(id),
      )
      return {
        arrived: [...new Set(arrived.map(({ id }) => id))],
        takenOut: [...new Set(takenOut.map(({ id }) => id))],
        cursor: this.#cursor(),
        hasMore: false,
      }
    })
  }

  loadMail(id: MailId): Promise<ReceivedMail> {
    return this.#attempt(() => this.#load(id))
  }

  move(id: MailId, to: Place): Promise<void> {
    return this.#attempt(() => this.#put(id, to, to !== 'inbox'))
  }

  hasSent(what: SentTo): Promise<boolean> {
    return this.#attempt(() =>
      this.sentByHand.some(({ to, messageId }) => {
        if ('messageIds' in what) return what.messageIds.includes(messageId)
        if ('domain' in what) return to.some((address) => address.endsWith(`@${what.domain}`))
        return to.includes(normaliseAddress(what.address))
      }),
    )
  }

  countKept({ from, before }: EarlierMail): Promise<number> {
    const isKept = ({ message, place, receivedAt }: ReceivedMail) =>
      (place === 'inbox' || place === 'elsewhere') &&
      receivedAt < before &&
      message.from?.address === normaliseAddress(from)
    return this.#attempt(() => Math.min([...this.mails.values()].filter(isKept).length, mostKept))
  }

  listOwnAddresses(): Promise<readonly string[]> {
    return this.#attempt(() => this.addresses)
  }

  readonly replies = {
    draft: (reply: Reply) =>
      this.#attempt(() => {
        const id = `draft-${++this.#draftCount}` as DraftId
        this.drafts.set(id, reply)
        return { id, messageId: toMessageId(reply) }
      }),
    send: (id: DraftId) =>
      this.#attempt(() => {
        const reply = this.drafts.get(id)
        if (!reply) throw new MailError('gone', 'draft')
        this.drafts.delete(id)
        this.answered.push(reply)
        return { messageId: toMessageId(reply) }
      }),
    settle: (id: DraftId) => this.#attempt(() => (this.drafts.delete(id) ? 'unsent' : 'sent')),
  }

  readonly push = {
    renew: () =>
      this.#attempt(() => {
        this.pushRenewals += 1
        this.isPushing = true
        return { id: 'push', expiresAt: this.pushExpiresAt }
      }),
    stop: () =>
      this.#attempt(() => {
        this.isPushing = false
      }),
  }

  async #attempt<Result>(act: () => Result): Promise<Result> {
    const failure = this.failNextWith
    this.failNextWith = null
    if (failure?.mayHaveHappened) act()
    if (failure) throw failure
    return act()
  }

  #load(id: MailId): ReceivedMail {
    const mail = this.mails.get(id)
    if (!mail) throw new MailError('gone', 'mail')
    return mail
  }

  #put(id: MailId, place: FakePlace, isRead: boolean): void {
    const mail = this.#load(id)
    this.mails.set(id, { ...mail, place, isRead })
    if (mail.place !== place) this.#moves.push({ id, from: mail.place, to: place })
  }

  #cursor(): Cursor {
    return String(this.#moves.length) as Cursor
  }
}

function toMessageId({ claimId }: Reply): string {
  return `<${claimId}@fake.test>`
}
