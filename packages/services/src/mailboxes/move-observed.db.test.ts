import { dailyCounts, decisions, mailboxes } from '@doorman/db/schema'
import { aFilteredEmail, seedFilteredEmails } from '@doorman/db/testing/seeds'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf } from '../testing/fake-filtered-emails.ts'
import { applyAction } from '../user-actions/apply-action.ts'
import { takeAction } from '../user-actions/take-action.ts'
import { moveObserved } from './move-observed.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync, runJobsUntilIdle } = world

async function observe(inbox: FakeInbox, count: number) {
  await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, inbox.id))
  world.judgeAll('cold')
  const ids = Array.from({ length: count }, (_, n) =>
    inbox.receive({ from: `pat@vendor${n}.example` }),
  )
  await sync(inbox)
  expect(inbox.inbox()).toEqual(ids)
}

/** Decisions alone: the provider does not know the messages. */
const seedObserved = (inbox: FakeInbox, count: number) =>
  seedFilteredEmails(
    ctx.db,
    inbox,
    Array.from({ length: count }, (_, n) =>
      aFilteredEmail(n, {
        outcome: 'observe',
        state: null,
        movedAt: null,
        decidedAt: ctx.now(),
        countedOn: '2026-11-01',
      }),
    ),
  )

const move = (inbox: FakeInbox, of: FakeInbox = inbox) =>
  moveObserved(ctx, actorOf(inbox), { mailboxId: of.id })
const countState = (inbox: FakeInbox, state: 'pending' | 'restored', db = ctx.db) =>
  db.$count(decisions, and(eq(decisions.mailboxId, inbox.id), eq(decisions.state, state)))

test('everything that was observed is moved, except what the user has kept', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const second = await newInbox({ of: ann })
  for (const inbox of [ann, second, bob]) await observe(inbox, 3)
  const [kept, other] = await ann.decisions()
  await takeAction(ctx, actorOf(ann), { ids: kept ? [kept.id] : [], action: 'restore' })

  expect(await move(ann)).toBe(2)
  await runJobsUntilIdle()
  expect(ann.inbox()).toEqual([kept?.providerMessageId])
  expect((await ann.row()).isObserveOnly).toBe(true)
  for (const inbox of [second, bob]) expect(inbox.inbox()).toHaveLength(3)
  expect(
    await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
  ).toMatchObject([{ processed: 3, filtered: 2, restored: 0 }])
  expect(await ann.reputationOf(other?.senderAddress ?? '')).toBeUndefined()
  expect(await move(ann)).toBe(0)
})

test('observed emails can be moved after observe-only was switched off', async () => {
  const ann = await newInbox()
  await observe(ann, 2)
  await ctx.db.update(mailboxes).set({ isObserveOnly: false }).where(eq(mailboxes.id, ann.id))
  expect(await move(ann)).toBe(2)
  await runJobsUntilIdle()
  expect(ann.inbox()).toEqual([])
})

test('another user’s mailbox is not found, like one that does not exist', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  await observe(bob, 1)
  await expect(move(ann, bob)).rejects.toMatchObject({ code: 'not-found' })
  await expect(
    moveObserved(ctx, actorOf(ann), { mailboxId: randomUUID() as MailboxId }),
  ).rejects.toMatchObject({ code: 'not-found' })
  expect(await bob.decisions()).toMatchObject([{ outcome: 'observe', state: null }])
})

test('no transaction locks more than 200 emails', async () => {
  const ann = await newInbox()
  await seedObserved(ann, 405)
  const moved: number[] = []
  const jobs = Object.create(ctx.jobs) as typeof ctx.jobs
  jobs.enqueue = async (tx, ...job) => {
    moved.push(await countState(ann, 'pending', tx))
    return ctx.jobs.enqueue(tx, ...job)
  }
  expect(await moveObserved({ ...ctx, jobs }, actorOf(ann), { mailboxId: ann.id })).toBe(405)
  expect(moved).toEqual([200, 400, 405])
  expect(await countState(ann, 'pending')).toBe(405)
})

test('a call that is cut off moves nothing twice, and the next one moves the rest', async () => {
  const ann = await newInbox()
  await seedObserved(ann, 205)
  const jobs = Object.create(ctx.jobs) as typeof ctx.jobs
  let calls = 0
  jobs.enqueue = async (...job) => {
    calls += 1
    if (calls === 2) throw new Error('cut off')
    return ctx.jobs.enqueue(...job)
  }
  const cutOff = moveObserved({ ...ctx, jobs }, actorOf(ann), { mailboxId: ann.id })
  await expect(cutOff).rejects.toThrow('cut off')
  expect(await countState(ann, 'pending')).toBe(200)
  expect(await move(ann)).toBe(5)
  expect(
    await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
  ).toMatchObject([{ dayOn: '2026-11-01', filtered: 205 }])
})

test('two tabs move each email once, while a third keeps some', async () => {
  const ann = await newInbox()
  const ids = await seedObserved(ann, 100)
  const kept = ids.slice(0, 20)
  const [first, second] = await Promise.all([
    move(ann),
    move(ann),
    takeAction(ctx, actorOf(ann), { ids: kept, action: 'restore' }),
  ])
  const rows = await ann.decisions()
  const filtered = rows.filter(({ outcome }) => outcome === 'filter')
  expect(first + second).toBe(filtered.length)
  expect(rows.filter(({ outcome, state }) => outcome === 'observe' && state === null)).toEqual([])
  expect(await countState(ann, 'restored')).toBe(20)
  expect(
    await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id)),
  ).toMatchObject([{ filtered: filtered.length, restored: filtered.length - 80 }])
})

test('an email that the user keeps while two tabs are about to move it stays, and the others are moved once', async () => {
  const ann = await newInbox()
  const [kept = ''] = await seedObserved(ann, 3)
  const moving = await ctx.db.transaction(async (tx) => {
    const which = eq(decisions.id, kept as DecisionId)
    await applyAction(ctx, tx, { userId: ann.userId, action: 'restore', which })
    const moved = Promise.all([move(ann), move(ann)])
    // Both tabs have chosen all three emails by now, and wait for the lock.
    await expect.poll(countWaitingForLocks, { timeout: 10_000 }).toBe(2)
    return { moved }
  })
  expect((await moving.moved).toSorted()).toEqual([0, 2])
  expect(await countState(ann, 'restored')).toBe(1)
})

async function countWaitingForLocks(): Promise<number | null> {
  const waiting = await ctx.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.rowCount
}
