import { dailyCounts, mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { handlers } from '@doorman/worker/handlers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import type { Word } from '../last-word.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { actorOf } from './fake-filtered.ts'
import { sayWord } from './say-word.ts'

const world = await openFakePipeline()
const { ctx, jobs, newInbox } = world

type Place = ReceivedMail['place']
const minuteMs = 60_000
const placeAfter = { restored: 'inbox', spam: 'junk', undone: 'set-aside' } as const

/** What the world, the user and the machines can do. `at` picks one of the messages there are. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('arrive' as const), isCold: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('sync', 'work', 'both') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      at: fc.nat(),
      word: fc.constantFrom('restored', 'spam', 'undone'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      at: fc.nat(),
      to: fc.constantFrom<Place>('inbox', 'elsewhere', 'junk', 'bin', 'set-aside'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('outage' as const), hasHappened: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A mailbox, and for each message where it may be when everything has settled. */
class Model {
  readonly inbox: FakeInbox
  readonly allowed = new Map<MailId, readonly Place[]>()
  /** Taken out of the inbox before anybody looked: perhaps nobody ever saw them. */
  readonly perhapsUnseen = new Set<MailId>()
  readonly #dying: Context
  #isDead = false

  constructor(inbox: FakeInbox) {
    this.inbox = inbox
    this.#dying = {
      ...ctx,
      now: () => {
        if (this.#isDead) throw new Error('killed')
        return ctx.now()
      },
    }
  }

  async take(one: Step): Promise<void> {
    const { box } = this.inbox
    switch (one.do) {
      case 'arrive': {
        // Each from another sender: what is said about one tells nothing of the next.
        const id = this.inbox.receive({
          from: `pat@vendor${this.allowed.size}.example`,
          subject: one.isCold ? 'cold' : 'ordinary',
        })
        this.allowed.set(id, [one.isCold ? 'set-aside' : 'inbox'])
        return
      }
      case 'sync':
        return this.#sync()
      case 'work':
        return this.#work()
      case 'both':
        await this.#sync()
        return this.#work()
      case 'say':
        return this.#say(one.at, one.word)
      case 'move':
        return this.#moveByHand(one.at, one.to)
      case 'pause':
      case 'resume':
        await this.#setPaused(one.do === 'pause')
        return
      case 'outage':
        box.failNextWith = new MailError('unavailable', 'test', {
          mayHaveHappened: one.hasHappened,
        })
        return
      case 'crash':
        return this.#crashAfterMove()
      case 'wait':
        world.advance(minuteMs)
        await world.makeRetriesDue()
        return
    }
  }

  async quiesce(): Promise<void> {
    this.inbox.box.failNextWith = null
    await this.#setPaused(false)
    for (let round = 0; round < 3; round++) {
      world.advance(11 * minuteMs)
      await world.makeRetriesDue()
      await this.#sync()
      await this.#work()
    }
  }

  async #sync(): Promise<void> {
    world.advance(1)
    await syncMailbox(ctx, { mailboxId: this.inbox.id })
  }

  async #work(): Promise<void> {
    world.advance(1)
    await jobs.drain(this.#dying, handlers)
    this.#isDead = false
  }

  /** The next move happens, and then the process that made it is no more. */
  #crashAfterMove(): void {
    const { box } = this.inbox
    const whole = box.move.bind(box)
    box.move = async (id, to) => {
      box.move = whole
      await whole(id, to)
      this.#isDead = true
    }
  }

  async #setPaused(isPaused: boolean): Promise<void> {
    await ctx.db.update(mailboxes).set({ isPaused }).where(eq(mailboxes.id, this.inbox.id))
  }

  async #say(at: number, word: Word): Promise<void> {
    const filtered = (await this.inbox.decisions()).filter(({ outcome }) => outcome === 'filter')
    const decision = filtered[at % filtered.length]
    if (!decision) return
    world.advance(1)
    await sayWord(ctx, actorOf(this.inbox), { ids: [decision.id], word })
    const isBinned = this.inbox.box.mails.get(decision.messageId)?.place === 'bin'
    const wasSaid = decision.saidAt !== null && decision.state !== 'done'
    if (word === 'undone' && !wasSaid) return
    this.allowed.set(decision.messageId, [
      isBinned && word !== 'restored' ? 'bin' : placeAfter[word],
    ])
  }

  async #moveByHand(at: number, to: Place): Promise<void> {
    const { box } = this.inbox
    const mail = [...box.mails.values()][at % box.mails.size]
    if (!mail || mail.place === to) return
    const decision = (await this.inbox.decisions()).find(({ messageId }) => messageId === mail.id)
    // Nobody can tell which came first, a word on its way or a hand in the mailbox.
    if (decision && decision.saidAt !== null && decision.actedAt === null) return
    world.advance(1)
    box.moveByHand(mail.id, to)
    if (!decision) this.perhapsUnseen.add(mail.id)
    const isOpen = decision === undefined || decision.state === 'pending'
    // What we have not yet judged or moved may be judged and moved where it lies.
    this.allowed.set(mail.id, isOpen && to === 'inbox' ? ['inbox', 'set-aside'] : [to])
    world.advance(1)
  }
}

test('I1, I2, I5, I6: whatever happens, each message ends where the last word wants it, decided once', async () => {
  const { classifier } = world
  const ordinary = classifier.verdict
  world.judgeAll('cold')
  const cold = classifier.verdict
  classifier.classify = async ({ subject }) => (subject === 'cold' ? cold : ordinary)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      world.expectError('job-failed')
      const inbox = await newInbox()
      const model = new Model(inbox)
      for (const one of steps) await model.take(one)
      await model.quiesce()

      expect(new Set(inbox.box.mails.keys())).toEqual(new Set(model.allowed.keys()))
      for (const [id, places] of model.allowed)
        expect(places).toContain(inbox.box.mails.get(id)?.place)

      const decided = await inbox.decisions()
      const undecided = new Set(model.allowed.keys())
      for (const { messageId } of decided) expect(undecided.delete(messageId)).toBe(true)
      expect([...undecided].filter((id) => !model.perhapsUnseen.has(id))).toEqual([])
      const open = decided.filter(
        ({ state, saidAt, actedAt, movingUntil }) =>
          state === 'pending' || (saidAt && !actedAt) || (movingUntil && movingUntil > ctx.now()),
      )
      expect(open).toEqual([])
      expect(
        await ctx.db.$count(undecidedMessages, eq(undecidedMessages.mailboxId, inbox.id)),
      ).toBe(0)
      const counts = await ctx.db
        .select()
        .from(dailyCounts)
        .where(eq(dailyCounts.mailboxId, inbox.id))
      expect(counts.reduce((sum, { processed }) => sum + processed, 0)).toBe(decided.length)
      expect(counts.reduce((sum, { restored }) => sum + restored, 0)).toBe(
        decided.filter(({ restoredBy }) => restoredBy !== null).length,
      )
    }),
    { numRuns: 15 },
  )
}, 180_000)
