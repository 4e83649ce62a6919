import { newSignedInUser, type SignedInUser } from '@doorman/api/testing/fake-connections'
import { decisions, grants, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { syncMailboxJob } from '@doorman/services/ports/jobs'
import type { Random } from '@doorman/simulators/world/random'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type {
  StoredMessage,
  WellKnownFolder,
} from '@doorman/simulators/world/mailbox/stored-message'
import { repliesMetBefore } from '@doorman/simulators/world/external-addresses'
import { expect } from 'vitest'
import type { openDemo } from './demo.ts'
import { createDelivery, ownFolder, pitch, question } from './messages.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>
export type ActionName = 'restore' | 'spam' | 'undo'
export type MessageKind = 'pitch' | 'question' | 'acquaintance' | 'whitelisted'
const isCold = (kind: MessageKind) => kind === 'pitch' || kind === 'acquaintance'
const userMoveTargets = ['inbox', 'junk', 'bin'] as const satisfies WellKnownFolder[]

type LifeMessage = {
  readonly stored: StoredMessage
  readonly kind: MessageKind
  readonly from: string
  /** The user's last action, in Doorman or by moving the message in their mailbox. */
  action: ActionName | { readonly movedTo: WellKnownFolder } | null
}
type FinalState = { readonly folders: readonly string[]; readonly isRead: unknown }

/**
 * A Pro user with one mailbox: the messages it received, the user's actions, and where each message
 * must be in the end.
 */
export class MailboxLife {
  readonly #demo: Demo
  readonly #owner: SignedInUser
  readonly #provider: MailProvider
  readonly #mailboxId: MailboxId
  readonly #store: MailStore
  readonly #deliver: ReturnType<typeof createDelivery>
  readonly #messages = new Map<string, LifeMessage>()
  /** Where its messages were when the mailbox was disconnected; `null` while it is connected. */
  #stateAtDisconnect: ReadonlyMap<string, FinalState> | null = null

  private constructor(
    demo: Demo,
    parts: { owner: SignedInUser; provider: MailProvider; mailboxId: MailboxId; store: MailStore },
  ) {
    this.#demo = demo
    this.#owner = parts.owner
    this.#provider = parts.provider
    this.#mailboxId = parts.mailboxId
    this.#store = parts.store
    this.#deliver = createDelivery(demo.world)
  }

  static async begin(demo: Demo, provider: MailProvider): Promise<MailboxLife> {
    const owner = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    const { mailboxId } = await demo.open(owner, provider, store)
    await demo.allowReplies(owner)
    return new MailboxLife(demo, { owner, provider, mailboxId, store })
  }

  /** Number of messages received. */
  get size(): number {
    return this.#messages.size
  }

  /** Each message has its own sender, so that an action on one does not affect the next. */
  async receive(kind: MessageKind): Promise<void> {
    const { world } = this.#demo
    const count = this.#messages.size
    const domain = `sender${count}-${this.#store.address.split('@')[1]}`
    const from = `dale@${domain}`
    if (kind === 'acquaintance') world.addExternalAddress(repliesMetBefore(from))
    if (kind === 'whitelisted' && !this.#stateAtDisconnect)
      await this.#request('POST', '/api/whitelist', { domain })
    const subject = `Message ${count} of ${this.#store.address}`
    const text = (kind === 'question' ? question : pitch).text
    const stored = this.#deliver(this.#store, { from: `Dale <${from}>`, subject, text })
    this.#messages.set(subject, { stored, kind, from, action: null })
  }

  async act(action: ActionName, random: Random): Promise<void> {
    const shown = await this.#listFiltered()
    const free = shown.filter(({ subject }) => this.#mayAct(this.#messages.get(subject)))
    const one = free[random.below(free.length)]
    const message = one && this.#messages.get(one.subject)
    if (!message || (action === 'undo' && message.action === null)) return
    const at = `/api/filtered-emails/${one.id}`
    if (action === 'undo') await this.#request('POST', `${at}/undo`)
    else await this.#request('POST', `${at}/action`, { action })
    message.action = action
  }

  /**
   * Moves a message that is set aside and had no action before. Otherwise the order of action and
   * move would be ambiguous.
   */
  moveAsUser(random: Random): void {
    if (this.#stateAtDisconnect) return
    const own = ownFolder(this.#store)
    const setAside = [...this.#messages.values()].filter(
      (message) =>
        message.action === null &&
        this.#mayAct(message) &&
        this.#store.load(message.stored.id).folders.has(own),
    )
    const message = setAside[random.below(setAside.length)]
    const folder = userMoveTargets[random.below(userMoveTargets.length)]
    if (!message || !folder) return
    this.#store.move(message.stored.id, folder)
    message.action = { movedTo: folder }
  }

  async setPaused(isPaused: boolean): Promise<void> {
    const verb = isPaused ? 'pause' : 'unpause'
    await this.#request('PATCH', `/api/${this.#provider}-accounts/${this.#mailboxId}/${verb}`)
  }

  loseCursor(): void {
    this.#store.forgetChanges()
  }

  async sync(): Promise<void> {
    const { ctx } = this.#demo
    await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: this.#mailboxId })
  }

  async disconnect(): Promise<void> {
    if (this.#stateAtDisconnect) return
    await this.#request('DELETE', `/api/${this.#provider}-accounts/${this.#mailboxId}`)
    this.#stateAtDisconnect = this.#readState()
  }

  /** Checks the invariants of the mailbox against the provider's state, once no job is left. */
  async check(): Promise<void> {
    this.#checkReplies()
    if (this.#stateAtDisconnect) return this.#checkAfterDisconnect(this.#stateAtDisconnect)
    const { decided, undecided } = await this.#loadRows()
    const received = [...this.#store.list()].filter(
      ({ headers }) => headers.addresses('from')[0]?.address !== this.#store.address,
    )
    expect(new Set(decided.map(({ providerMessageId }) => providerMessageId)).size).toBe(
      decided.length,
    )
    expect(decided).toHaveLength(received.length)
    expect(undecided).toEqual([])
    const filtered = decided.filter(({ outcome }) => outcome === 'filter')
    const cold = [...this.#messages].filter(([, { kind }]) => isCold(kind))
    const subjects = new Set(cold.map(([subject]) => subject))
    expect(new Set(filtered.map(({ subject }) => subject))).toEqual(subjects)
    const finalStates = [...this.#messages].map(([subject, message]) => [
      subject,
      this.#toFinalState(message),
    ])
    expect(Object.fromEntries(this.#readState())).toEqual(Object.fromEntries(finalStates))
    for (const { subject } of await this.#listFiltered()) expect(subjects).toContain(subject)
  }

  /**
   * An acquaintance is let in if they got a reply; whether they did depends on the reply limits.
   */
  #toFinalState({ action, kind, from }: LifeMessage): FinalState {
    const isGranted = kind === 'acquaintance' && this.#repliedTo().includes(from)
    if (!isCold(kind) || isGranted || action === 'restore')
      return { folders: ['inbox'], isRead: false }
    if (action === 'spam') return { folders: ['junk'], isRead: true }
    if (action === null || action === 'undo')
      return { folders: [ownFolder(this.#store)], isRead: true }
    return { folders: [action.movedTo], isRead: expect.any(Boolean) }
  }

  #readState(): ReadonlyMap<string, FinalState> {
    return new Map(
      [...this.#messages].map(([subject, { stored }]) => {
        const { folders, isRead } = this.#store.load(stored.id)
        return [subject, { folders: [...folders], isRead }]
      }),
    )
  }

  async #checkAfterDisconnect(left: ReadonlyMap<string, FinalState>): Promise<void> {
    const now = this.#readState()
    for (const [subject, state] of left) expect(now.get(subject)).toEqual(state)
    for (const [subject, state] of now)
      if (!left.has(subject)) expect(state).toEqual({ folders: ['inbox'], isRead: false })
    expect(await this.#loadRows()).toEqual({
      decided: [],
      undecided: [],
      connected: [],
      granted: [],
    })
    // Microsoft has no API to revoke access.
    if (this.#provider === 'gmail')
      expect(this.#demo.world.record.isGranted(this.#store)).toBe(false)
  }

  async #loadRows() {
    const { db } = this.#demo.ctx
    const isOwn = ({ mailboxId }: { mailboxId: MailboxId }) => mailboxId === this.#mailboxId
    const isOfOwner = ({ providerAccountId }: { providerAccountId: string }) =>
      providerAccountId.includes(this.#store.owner.subject)
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
    const cold = [...this.#messages.values()].filter(({ kind }) => isCold(kind))
    for (const to of recipients) expect(cold.map(({ from }) => from)).toContain(to)
  }

  #repliedTo(): readonly string[] {
    const { sends } = this.#demo.world.record
    const own = sends.filter(({ mailbox }) => mailbox === this.#store.address)
    return own.flatMap(({ recipients }) => recipients)
  }

  /** Acquaintances are excluded: their own reply may restore the message at any time. */
  #mayAct(message: LifeMessage | undefined): boolean {
    return (
      message?.kind === 'pitch' && (message.action === null || typeof message.action === 'string')
    )
  }

  async #listFiltered(): Promise<readonly { id: string; subject: string }[]> {
    const { list } = (await this.#demo.request('GET', '/api/filtered-emails', this.#owner)).body
    return list as { id: string; subject: string }[]
  }

  async #request(method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<void> {
    const { status } = await this.#demo.request(method, url, { ...this.#owner, body })
    expect(status).toBeLessThan(this.#stateAtDisconnect ? 500 : 300)
  }
}
