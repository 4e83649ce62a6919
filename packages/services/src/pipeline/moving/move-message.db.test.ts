import { decisions, mailboxes } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { hourMs, minuteMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../ports/context.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { screenMessage } from '../screening/screen-message.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
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

const findMessage = ({ box }: FakeInbox, id: ProviderMessageId) => box.messages.get(id)
const setState = (decisionId: (typeof decisions.$inferSelect)['id'], state: 'restored' | 'spam') =>
  ctx.db.update(decisions).set({ state }).where(eq(decisions.id, decisionId))

test('the message leaves the inbox, marked as read, and a second move changes nothing', async () => {
  const ann = await newInbox()
  const work = await receiveAndDecide(ann)
  await moveMessage(ctx, work)
  await moveMessage(ctx, work)
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
      await moveMessage(ctx, work)
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
    const move = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      ann.box.move = move
      await setState(work.decisionId, state)
      await move(id, to)
    }
    await moveMessage(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location })
    expect(await ann.decisions()).toMatchObject([{ state }])
  })

  test('a message that the user moved back by hand just before our move is moved back again', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await ann.box.move(work.providerMessageId, 'set-aside')
    ann.box.moveAsUser(work.providerMessageId, 'inbox')
    const move = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      ann.box.move = move
      await syncMailbox(ctx, { mailboxId: ann.id })
      await move(id, to)
    }
    await moveMessage(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'inbox' })
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test('a message that the user moves to a folder while we load it stays there', async () => {
    const ann = await newInbox()
    const work = await receiveAndDecide(ann)
    await ann.box.move(work.providerMessageId, 'set-aside')
    ann.box.moveAsUser(work.providerMessageId, 'elsewhere')
    const loadMessage = ann.box.loadMessage.bind(ann.box)
    ann.box.loadMessage = async (id) => {
      ann.box.loadMessage = loadMessage
      await syncMailbox(ctx, { mailboxId: ann.id })
      return loadMessage(id)
    }
    await moveMessage(ctx, work)
    expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'elsewhere' })
    expect(await ann.decisions()).toMatchObject([{ state: 'restored' }])
  })

  test.each(['elsewhere', 'bin', 'junk'] as const)(
    'a message that the user moved to %s before our first move stays there',
    async (location) => {
      const ann = await newInbox()
      const work = await receiveAndDecide(ann)
      ann.box.moveAsUser(work.providerMessageId, location)
      await moveMessage(ctx, work)
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
  await moveMessage(ctx, work)
  expect(await ann.decisions()).toMatchObject([{ state: 'gone' }])
})

/** Moves the message, and the worker is killed before it can record the move. */
async function moveAndCrash(ann: FakeInbox, work: Parameters<typeof moveMessage>[1]) {
  let isMoved = false
  const move = ann.box.move.bind(ann.box)
  ann.box.move = async (id, to) => {
    await move(id, to)
    isMoved = true
  }
  const killed: Context = {
    ...ctx,
    now: () => {
      if (isMoved) throw new Error('killed')
      return ctx.now()
    },
  }
  await expect(moveMessage(killed, work)).rejects.toThrow('killed')
}

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
  const move = ann.box.move.bind(ann.box)
  ann.box.move = async (...args) => {
    // Another worker takes the lease while this one waits for the provider.
    await ctx.db.update(decisions).set({ leasedUntil }).where(eq(decisions.id, work.decisionId))
    return move(...args)
  }
  await moveMessage(ctx, work)
  expect(await ann.decisions()).toMatchObject([{ state: 'pending', movedAt: null, leasedUntil }])
})

test('in a paused mailbox, an action of the user is carried out', async () => {
  const ann = await newInbox()
  const work = await receiveAndDecide(ann)
  await moveMessage(ctx, work)
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  await ctx.db
    .update(decisions)
    .set({ state: 'restored', actionAt: ctx.now(), movedAt: null })
    .where(eq(decisions.id, work.decisionId))
  await moveMessage(ctx, work)
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
  expect(await moveMessage(ctx, work)).toBe(isMoved ? undefined : 'not-yet')
  expect(await ann.decisions()).toMatchObject([{ state: isMoved ? 'set-aside' : 'pending' }])
})

test('an action whose time has microseconds is carried out once', async () => {
  const ann = await newInbox()
  const work = await receiveAndDecide(ann)
  await ctx.db.execute(sql`
    update decisions set state = 'spam',
      action_at = date_trunc('second', now()) + interval '0.123456 s'
    where id = ${work.decisionId}`)
  await moveMessage(ctx, work)
  expect(findMessage(ann, work.providerMessageId)).toMatchObject({ location: 'junk' })
  expect(await ann.decisions()).toMatchObject([{ state: 'spam', movedAt: expect.any(Date) }])
})

test('a move that failed but took effect is recorded by the retry', async () => {
  const ann = await newInbox()
  const work = await receiveAndDecide(ann)
  const move = ann.box.move.bind(ann.box)
  ann.box.move = async (id, to) => {
    ann.box.move = move
    await move(id, to)
    throw new MailError('unavailable', 'test', { mayHaveHappened: true })
  }
  await expect(moveMessage(ctx, work)).rejects.toThrow()
  await moveMessage(ctx, work)
  expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
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
  await ctx.db
    .update(mailboxes)
    .set({ problem: null, nextCheckAt: ctx.now() })
    .where(eq(mailboxes.id, ann.id))
  world.advance(hourMs)
  await sync(ann)
  expect(await ann.decisions()).toMatchObject([{ state: 'set-aside' }])
})

test('nothing is set aside in a paused mailbox', async () => {
  const ann = await newInbox()
  const work = await receiveAndDecide(ann)
  await ctx.db.update(mailboxes).set({ isPaused: true }).where(eq(mailboxes.id, ann.id))
  await moveMessage(ctx, work)
  expect(ann.inbox()).toEqual([work.providerMessageId])
})
