import { dailyCounts, decisions, mailboxes } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { handlers } from '@doorman/worker/handlers'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredJob, moveMessageJob } from '../../ports/jobs.ts'
import { actorOf } from '../../testing/fake-filtered-emails.ts'
import {
  beforeTransaction,
  interceptLook,
  interceptMove,
  killAfterMove,
  waysToMove,
} from '../../testing/fake-moves.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { takeAction } from '../../user-actions/take-action.ts'
import { screenMessage } from '../screening/screen-message.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { unfinishedLease } from './move-lease.ts'
import { moveMessage } from './move-message.ts'

const world = await openFakePipeline()
const { ctx, newInbox, runJobsUntilIdle, sync } = world

beforeEach(() => world.judgeAll('cold'))

/** A cold message whose decision is recorded and that is still in the inbox. */
async function receiveAndDecide(ann: FakeInbox) {
  const providerMessageId = ann.receive()
  await syncMailbox(ctx, { mailboxId: ann.id })
  await screenMessage(ctx, { mailboxId: ann.id, providerMessageId })
  const decision = (await ann.decisions()).find(
    (one) => one.providerMessageId === providerMessageId,
  )
  if (decision?.state !== 'pending') throw new Error('The message was not filtered')
  return { mailboxId: ann.id, decisionId: decision.id, providerMessageId }
}
type Work = Awaited<ReturnType<typeof receiveAndDecide>>

/** The next move takes effect at the provider, but its answer is lost. */
function loseAnswerToMove({ box }: FakeInbox): void {
  interceptMove(box, async (run) => {
    await run()
    throw new MailError('unavailable', 'test', { mayHaveHappened: true })
  })
}

const findMessage = ({ box }: FakeInbox, id: ProviderMessageId) => box.messages.get(id)
const setState = (decisionId: Work['decisionId'], state: 'restored' | 'spam') =>
  ctx.db.update(decisions).set({ state }).where(eq(decisions.id, decisionId))
const changeMailbox = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))
const countsOf = async ({ id }: FakeInbox) => {
  const counts = await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, id))
  return counts.map(({ processed, filtered, restored }) => ({ processed, filtered, restored }))
}
/** Runs the jobs of messages that a batch has left to be moved alone. */
const runJobsOfTheirOwn = () =>
  world.jobs.drain(
    ctx,
    handlers.filter(({ name }) => name === moveMessageJob.name),
  )

describe.each(waysToMove)('$way:', ({ move }) => {
  const moveNow = async (work: Work) => {
    await move(ctx, work)
    await runJobsOfTheirOwn()
  }

  test('the message leaves the inbox, marked as read, and a second move changes nothing', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await move(ctx, work)
    await move(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({
      location: 'set-aside',
      isRead: true,
    })
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', movedAt: expect.any(Date) }])
  })

  describe('the user’s last action wins', () => {
    test.each(['restored', 'spam'] as const)(
      '%s before the move: nothing is moved',
      async (state) => {
        const ann = await newInbox()
        const work = await receiveAndDecide(ann)
        await setState(work.decisionId, state)
        await moveNow(work)
        expect(findMessage(ann, work.providerMessageId)).toMatchObject({
          location: 'inbox',
          isRead: false,
        })
        expect(await ann.decisions()).toMatchObject([{ state }])
      },
    )

    test.each([
      ['restored', 'inbox'],
      ['spam', 'junk'],
    ] as const)('%s during the move: the message ends in %s', async (state, location) => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      interceptMove(ann.box, async (run) => {
        await ctx.db
          .update(decisions)
          .set({ state, actionAt: ctx.now() })
          .where(eq(decisions.id, work.decisionId))
        await run()
      })
      await moveNow(work)
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location })
      expect(await ann.decisions()).toMatchObject([{ state, leasedUntil: null }])
    })

    test('a message that the user moved back by hand just before our move is moved back again', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await ann.box.move(work.providerMessageId, 'set-aside')
      ann.box.moveAsUser(work.providerMessageId, 'inbox')
      interceptMove(ann.box, async (run) => {
        await syncMailbox(ctx, { mailboxId: ann.id })
        await run()
      })
      await moveNow(work)
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'inbox' })
      expect(await ann.decisions()).toMatchObject([{ state: 'restored', leasedUntil: null }])
    })

    test('a move by hand also wins over a worker that is killed right after its own move', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await ann.box.move(work.providerMessageId, 'set-aside')
      ann.box.moveAsUser(work.providerMessageId, 'inbox')
      const mortal = killAfterMove(ctx, ann.box, () => syncMailbox(ctx, { mailboxId: ann.id }))
      await expect(move(mortal, work)).rejects.toThrow('killed')
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'set-aside' })
      await runJobsUntilIdle()
      world.advance(minuteMs)
      await world.makeRetriesDue()
      await runJobsUntilIdle()
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'inbox' })
      expect(await ann.decisions()).toMatchObject([{ state: 'restored', leasedUntil: null }])
    })

    test('a message that the user moves to a folder while we look for it stays there', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await ann.box.move(work.providerMessageId, 'set-aside')
      ann.box.moveAsUser(work.providerMessageId, 'elsewhere')
      interceptLook(ann.box, () => syncMailbox(ctx, { mailboxId: ann.id }))
      await moveNow(work)
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'elsewhere' })
      expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
    })

    test.each(['elsewhere', 'bin', 'junk'] as const)(
      'a message that the user moved to %s before our first move stays there',
      async (location) => {
        const ann = await newInbox()
        const work = await receiveAndDecide(ann)
        ann.box.moveAsUser(work.providerMessageId, location)
        await move(ctx, work)
        expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location })
        expect(await ann.decisions()).toMatchObject([{ state: 'gone' }])
      },
    )
  })

  test('a deleted message becomes gone, even if it could have had a reply', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await ctx.db.update(decisions).set({ mayReply: true }).where(eq(decisions.id, work.decisionId))
    ann.box.deleteAsUser(work.providerMessageId)
    await move(ctx, work)
    expect(await ann.decisions()).toMatchObject([{ state: 'gone' }])
    expect(await countJobs(ann, 'reply-to-sender')).toBe(0)
  })

  const moveAndCrash = (ann: FakeInbox, work: Work) =>
    expect(move(killAfterMove(ctx, ann.box), work)).rejects.toThrow('killed')

  test('a move that a killed worker made is recorded by the next worker', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await moveAndCrash(ann, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'set-aside' })
    expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
    world.advance(minuteMs)
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  })

  test('a worker whose lease ran out records nothing and leaves the next lease alone', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    const leasedUntil = new Date(ctx.now().getTime() + 2 * minuteMs)
    interceptMove(ann.box, async (run) => {
      // Another worker takes the lease while this one waits for the provider.
      await ctx.db.update(decisions).set({ leasedUntil }).where(eq(decisions.id, work.decisionId))
      await run()
    })
    await move(ctx, work)
    expect(await ann.decisions()).toMatchObject([{ state: 'pending', movedAt: null, leasedUntil }])
    expect(await countJobs(ann, moveMessageJob.name)).toBe(0)
  })

  test('in a paused mailbox, an action of the user is carried out', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await move(ctx, work)
    await changeMailbox(ann, { isPaused: true })
    await ctx.db
      .update(decisions)
      .set({ state: 'restored', actionAt: ctx.now(), movedAt: null })
      .where(eq(decisions.id, work.decisionId))
    await move(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'inbox' })
  })

  test('a second worker does not move a message whose lease is held, and tries again later', async () => {
    const ann = await newInbox()
    await moveAndCrash(ann, await receiveAndDecide(ann))
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
    world.advance(minuteMs)
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  })

  test.each([
    { leaseSeconds: 80, isMoved: false, what: 'by a worker whose clock is ahead holds' },
    {
      leaseSeconds: 3_600,
      isMoved: true,
      what: 'before the clock was set back an hour does not hold',
    },
  ])('a lease taken $what', async ({ leaseSeconds, isMoved }) => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    const leasedUntil = new Date(ctx.now().getTime() + leaseSeconds * 1_000)
    await ctx.db.update(decisions).set({ leasedUntil }).where(eq(decisions.id, work.decisionId))
    expect(await move(ctx, work)).toBe(isMoved ? undefined : 'not-yet')
    await runJobsOfTheirOwn()
    expect(await ann.decisions()).toMatchObject([{ state: isMoved ? 'set-aside' : 'pending' }])
  })

  test('an action whose time has microseconds is carried out once', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await ctx.db.execute(sql`
      update decisions set state = 'spam',
        action_at = date_trunc('second', now()) + interval '0.123456 s'
      where id = ${work.decisionId}`)
    await move(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'junk' })
    expect(await ann.decisions()).toMatchObject([{ state: 'spam', movedAt: expect.any(Date) }])
  })

  test('a move that failed but took effect is recorded by the retry', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    loseAnswerToMove(ann)
    await expect(move(ctx, work)).rejects.toThrow()
    await moveNow(work)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', leasedUntil: null }])
  })

  test('nothing is set aside in a paused mailbox', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await changeMailbox(ann, { isPaused: true })
    await move(ctx, work)
    expect(ann.inbox()).toEqual([work.providerMessageId])
  })

  describe('in a mailbox that has become observe-only since the decision', () => {
    test('the message stays in the inbox, is listed as one that would be moved, and no longer counts as filtered', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await ctx.db
        .update(decisions)
        .set({ mayReply: true })
        .where(eq(decisions.id, work.decisionId))
      await changeMailbox(ann, { isObserveOnly: true })
      expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
      await move(ctx, work)
      await move(ctx, work)
      expect(ann.inbox()).toEqual([work.providerMessageId])
      expect(await ann.decisions()).toMatchObject([
        { outcome: 'observe', state: null, mayReply: false, movedAt: null, leasedUntil: null },
      ])
      expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 0, restored: 0 }])
      expect(await countJobs(ann, 'reply-to-sender')).toBe(0)
    })

    test('a message that was moved before, by a call that failed, is recorded as set aside', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      loseAnswerToMove(ann)
      await expect(move(ctx, work)).rejects.toThrow()
      await changeMailbox(ann, { isObserveOnly: true })
      await moveNow(work)
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'set-aside' })
      expect(await ann.decisions()).toMatchObject([{ outcome: 'filter', state: 'set-aside' }])
      expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
    })

    test('a message that the user chose to move is moved', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await changeMailbox(ann, { isObserveOnly: true })
      await ctx.db
        .update(decisions)
        .set({ actionAt: ctx.now() })
        .where(eq(decisions.id, work.decisionId))
      await move(ctx, work)
      expect(ann.inbox()).toEqual([])
      expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
    })

    test('a message that the user reports during the move goes to junk, and still counts as filtered', async () => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      await changeMailbox(ann, { isObserveOnly: true })
      const input = { ids: [work.decisionId], action: 'report-spam' } as const
      await move(
        beforeTransaction(ctx, () => takeAction(ctx, actorOf(ann), input)),
        work,
      )
      expect(await ann.decisions()).toMatchObject([{ outcome: 'filter', state: 'spam' }])
      await moveNow(work)
      expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'junk' })
      expect(await countsOf(ann)).toEqual([{ processed: 1, filtered: 1, restored: 0 }])
    })
  })
})

test.each(['unavailable', 'rate-limited'] as const)(
  'a move is retried if the provider is %s',
  async (failure) => {
    const ann = await newInbox()
    await world.sync(ann)
    await receiveAndDecide(ann)
    ann.box.failNextWith = new MailError(failure, 'test')
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ state: 'pending' }])
    await world.makeRetriesDue()
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
  },
)

test('after a lost connection the move waits until the mailbox is reconnected', async () => {
  const ann = await newInbox()
  await world.sync(ann)
  await receiveAndDecide(ann)
  ann.box.failNextWith = new MailError('access-revoked', 'test')
  await runJobsUntilIdle()
  expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect', nextCheckAt: null })
  await changeMailbox(ann, { problem: null, nextCheckAt: ctx.now() })
  world.advance(hourMs)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
})

async function countJobs({ id }: FakeInbox, name: string): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql`select 1 from pgboss.job
      where split_part(name, '/', 1) = ${name} and data ->> 'mailboxId' = ${id} and state < 'active'`,
  )
  return rows.length
}

describe('a message that may have been moved more than a week ago', () => {
  const eightDaysAgo = () => new Date(ctx.now().getTime() - 8 * dayMs)
  const prepare = async (values: Partial<typeof decisions.$inferInsert> = {}) => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await ctx.db
      .update(decisions)
      .set({ decidedAt: eightDaysAgo(), leasedUntil: unfinishedLease, ...values })
      .where(eq(decisions.id, work.decisionId))
    return { ann, work }
  }

  test('counts as moved if it was', async () => {
    const { ann, work } = await prepare()
    await ann.box.move(work.providerMessageId, 'set-aside')
    await moveMessage(ctx, work)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', leasedUntil: null }])
  })

  test('stays in the inbox if it is there', async () => {
    const { ann, work } = await prepare()
    await moveMessage(ctx, work)
    expect(ann.inbox()).toEqual([work.providerMessageId])
    expect(await ann.decisions()).toMatchObject([{ state: 'gone', leasedUntil: null }])
  })

  test('is moved if the user has chosen that since', async () => {
    const { ann, work } = await prepare({ actionAt: ctx.now() })
    await moveMessage(ctx, work)
    expect(ann.inbox()).toEqual([])
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', leasedUntil: null }])
  })

  test('waits while the mailbox is paused, and is looked at when it is resumed', async () => {
    const { ann, work } = await prepare()
    await ann.box.move(work.providerMessageId, 'set-aside')
    await changeMailbox(ann, { isPaused: true })
    await moveMessage(ctx, work)
    await ctx.jobs.enqueue(ctx.db, deleteExpiredJob, {})
    await runJobsUntilIdle()
    expect(await ann.decisions()).toMatchObject([
      { state: 'pending', leasedUntil: unfinishedLease },
    ])
    await changeMailbox(ann, { isPaused: false })
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'set-aside', leasedUntil: null }])
  })

  test.each([
    ['that was filtered', {}],
    ['that the user moved after observing it', { actionAt: eightDaysAgo() }],
  ])('%s is given up for good if the provider refuses to show it', async (_which, values) => {
    const { ann } = await prepare(values)
    await changeMailbox(ann, { lastActiveAt: eightDaysAgo() })
    ann.box.loadMessage = () => Promise.reject(new MailError('refused', 'test'))
    await sync(ann)
    expect(await ann.decisions()).toMatchObject([{ state: 'gone', leasedUntil: null }])
  })

  test('is given up after another week if it can never be looked at, but not while the mailbox is out of reach', async () => {
    const { ann, work } = await prepare()
    ann.box.loadMessage = () => Promise.reject(new MailError('unavailable', 'test'))
    const endOldMoves = async () => {
      await ctx.jobs.enqueue(ctx.db, deleteExpiredJob, {})
      await runJobsUntilIdle()
      const [decision] = await ann.decisions()
      return decision?.state
    }
    await changeMailbox(ann, { lastActiveAt: eightDaysAgo() })
    expect(await endOldMoves()).toBe('pending')
    await ctx.db
      .update(decisions)
      .set({ decidedAt: new Date(ctx.now().getTime() - 15 * dayMs) })
      .where(eq(decisions.id, work.decisionId))
    await changeMailbox(ann, { isPaused: true })
    expect(await endOldMoves()).toBe('pending')
    await changeMailbox(ann, { isPaused: false, problem: 'out-of-reach' })
    expect(await endOldMoves()).toBe('pending')
    await changeMailbox(ann, { problem: null, lastActiveAt: ctx.now() })
    expect(await endOldMoves()).toBe('pending')
    await changeMailbox(ann, { lastActiveAt: eightDaysAgo() })
    expect(await endOldMoves()).toBe('gone')
  })
})
