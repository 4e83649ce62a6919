import { newPerson, type Person } from '@doorman/api/fake-connections'
import { decisions, grants, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { syncMailboxJob } from '@doorman/services/jobs'
import type { Chance } from '@doorman/simulators/world/chance'
import type { MailStore, StoredMail, WellKnownPlace } from '@doorman/simulators/world/mail-store'
import { oldAcquaintance } from '@doorman/simulators/world/outsiders'
import { expect } from 'vitest'
import type { openDemo } from './fake-demo.ts'
import { createPost, ourPlace, pitch, question } from './fake-letters.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>
export type Word = 'restore' | 'spam' | 'undo'
export type Sort = 'pitch' | 'question' | 'acquaintance' | 'whitelisted'
const isCold = (sort: Sort) => sort === 'pitch' || sort === 'acquaintance'
const placesByHand = ['inbox', 'junk', 'bin'] as const satisfies WellKnownPlace[]

type Letter = {
  readonly mail: StoredMail
  readonly sort: Sort
  readonly from: string
  /** The user's last, in our app or with their own hands. */
  word: Word | { readonly hand: WellKnownPlace } | null
}
type End = { readonly places: readonly string[]; readonly isRead: unknown }

/** A user with Pro and one mailbox: what came to it, what they did about it, and where it must lie in the end. */
export class Life {
  readonly #demo: Demo
  readonly #owner: Person
  readonly #provider: Provider
  readonly #mailboxId: MailboxId
  readonly #store: MailStore
  readonly #deliver: ReturnType<typeof createPost>
  readonly #letters = new Map<string, Letter>()
  /** How its mail lay when it was disconnected. */
  #left: ReadonlyMap<string, End> | null = null

  private constructor(
    demo: Demo,
    parts: { owner: Person; provider: Provider; mailboxId: MailboxId; store: MailStore },
  ) {
    this.#demo = demo
    this.#owner = parts.owner
    this.#provider = parts.provider
    this.#mailboxId = parts.mailboxId
    this.#store = parts.store
    this.#deliver = createPost(demo.world)
  }

  static async begin(demo: Demo, provider: Provider): Promise<Life> {
    const owner = await newPerson(demo)
    const store = demo.newMailbox(provider)
    const { mailboxId } = await demo.open(owner, provider, store)
    await demo.allowReplies(owner)
    return new Life(demo, { owner, provider, mailboxId, store })
  }

  /** How many letters came. */
  get size(): number {
    return this.#letters.size
  }

  /** Each from another sender: what is said about one tells nothing of the next. */
  async receive(sort: Sort): Promise<void> {
    const { world } = this.#demo
    const count = this.#letters.size
    const domain = `sender${count}-${this.#store.address.split('@')[1]}`
    const from = `dale@${domain}`
    if (sort === 'acquaintance') world.addOutsider(oldAcquaintance(from))
    if (sort === 'whitelisted' && !this.#left) await this.#ask('POST', '/api/whitelist', { domain })
    const subject = `Letter ${count} of ${this.#store.address}`
    const text = (sort === 'question' ? question : pitch).text
    const mail = this.#deliver(this.#store, { from: `Dale <${from}>`, subject, text })
    this.#letters.set(subject, { mail, sort, from, word: null })
  }

  async say(word: Word, chance: Chance): Promise<void> {
    const shown = await this.#listFiltered()
    const free = shown.filter(({ subject }) => this.#isFree(this.#letters.get(subject)))
    const one = free[chance.below(free.length)]
    const letter = one && this.#letters.get(one.subject)
    if (!letter || (word === 'undo' && letter.word === null)) return
    const at = `/api/filtered-emails/${one.id}`
    if (word === 'undo') await this.#ask('POST', `${at}/undo`)
    else await this.#ask('POST', `${at}/action`, { action: word })
    letter.word = word
  }

  /** Only what lies under our label and was never spoken of: else nobody could tell which came first. */
  moveByHand(chance: Chance): void {
    if (this.#left) return
    const place = ourPlace(this.#store)
    const held = [...this.#letters.values()].filter(
      (letter) =>
        letter.word === null &&
        this.#isFree(letter) &&
        this.#store.load(letter.mail.id).places.has(place),
    )
    const letter = held[chance.below(held.length)]
    const hand = placesByHand[chance.below(placesByHand.length)]
    if (!letter || !hand) return
    this.#store.move(letter.mail.id, hand)
    letter.word = { hand }
  }

  async setPaused(isPaused: boolean): Promise<void> {
    const verb = isPaused ? 'pause' : 'unpause'
    await this.#ask('PATCH', `/api/${this.#provider}-accounts/${this.#mailboxId}/${verb}`)
  }

  loseHistory(): void {
    this.#store.forgetChanges()
  }

  async look(): Promise<void> {
    const { ctx } = this.#demo
    await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: this.#mailboxId })
  }

  async disconnect(): Promise<void> {
    if (this.#left) return
    await this.#ask('DELETE', `/api/${this.#provider}-accounts/${this.#mailboxId}`)
    this.#left = this.#lookInto()
  }

  /** When everything has settled: the invariants of one mailbox, by what its provider has. */
  async check(): Promise<void> {
    this.#checkReplies()
    if (this.#left) return this.#checkLeft(this.#left)
    const { decided, undecided } = await this.#loadRows()
    const received = [...this.#store.list()].filter(
      ({ headers }) => headers.addresses('from')[0]?.address !== this.#store.address,
    )
    expect(new Set(decided.map(({ messageId }) => messageId)).size).toBe(decided.length)
    expect(decided).toHaveLength(received.length)
    expect(undecided).toEqual([])
    const filtered = decided.filter(({ outcome }) => outcome === 'filter')
    const cold = [...this.#letters].filter(([, { sort }]) => isCold(sort))
    const subjects = new Set(cold.map(([subject]) => subject))
    expect(new Set(filtered.map(({ subject }) => subject))).toEqual(subjects)
    const ends = [...this.#letters].map(([subject, letter]) => [subject, this.#toEnd(letter)])
    expect(Object.fromEntries(this.#lookInto())).toEqual(Object.fromEntries(ends))
    for (const { subject } of await this.#listFiltered()) expect(subjects).toContain(subject)
  }

  /** Who says that they know the user gets in; whether they were asked is up to the limits of replies. */
  #toEnd({ word, sort, from }: Letter): End {
    const isGranted = sort === 'acquaintance' && this.#repliedTo().includes(from)
    if (!isCold(sort) || isGranted || word === 'restore')
      return { places: ['inbox'], isRead: false }
    if (word === 'spam') return { places: ['junk'], isRead: true }
    if (word === null || word === 'undo') return { places: [ourPlace(this.#store)], isRead: true }
    return { places: [word.hand], isRead: expect.any(Boolean) }
  }

  #lookInto(): ReadonlyMap<string, End> {
    return new Map(
      [...this.#letters].map(([subject, { mail }]) => {
        const { places, isRead } = this.#store.load(mail.id)
        return [subject, { places: [...places], isRead }]
      }),
    )
  }

  async #checkLeft(left: ReadonlyMap<string, End>): Promise<void> {
    const now = this.#lookInto()
    for (const [subject, standing] of left) expect(now.get(subject)).toEqual(standing)
    for (const [subject, standing] of now)
      if (!left.has(subject)) expect(standing).toEqual({ places: ['inbox'], isRead: false })
    expect(await this.#loadRows()).toEqual({
      decided: [],
      undecided: [],
      connected: [],
      granted: [],
    })
    // Microsoft has no way to give access back.
    if (this.#provider === 'gmail')
      expect(this.#demo.world.record.isGranted(this.#store)).toBe(false)
  }

  async #loadRows() {
    const { db } = this.#demo.ctx
    const isOwn = ({ mailboxId }: { mailboxId: MailboxId }) => mailboxId === this.#mailboxId
    const isOfOwner = ({ subject }: { subject: string }) =>
      subject.includes(this.#store.owner.subject)
    return {
      decided: (await db.select().from(decisions)).filter(isOwn),
      undecided: (await db.select().from(undecidedMessages)).filter(isOwn),
      connected: (await db.select().from(mailboxes)).filter(isOfOwner),
      granted: (await db.select().from(grants)).filter(isOfOwner),
    }
  }

  #checkReplies(): void {
    const recipients = this.#repliedTo()
    expect(new Set(recipients).size).toBe(recipients.length)
    const cold = [...this.#letters.values()].filter(({ sort }) => isCold(sort))
    for (const to of recipients) expect(cold.map(({ from }) => from)).toContain(to)
  }

  #repliedTo(): readonly string[] {
    const { sends } = this.#demo.world.record
    const own = sends.filter(({ mailbox }) => mailbox === this.#store.address)
    return own.flatMap(({ recipients }) => recipients)
  }

  /** Of acquaintances the last word is their own answer. */
  #isFree(letter: Letter | undefined): boolean {
    return letter?.sort === 'pitch' && (letter.word === null || typeof letter.word === 'string')
  }

  async #listFiltered(): Promise<readonly { id: string; subject: string }[]> {
    const { list } = (await this.#demo.ask('GET', '/api/filtered-emails', this.#owner)).body
    return list as { id: string; subject: string }[]
  }

  async #ask(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<void> {
    const { status } = await this.#demo.ask(method, url, { ...this.#owner, body })
    expect(status).toBeLessThan(this.#left ? 500 : 300)
  }
}
