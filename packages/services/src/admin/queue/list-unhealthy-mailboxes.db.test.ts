import { mailboxes, undecidedMessages } from '@doorman/db/schema'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { openMeasure } from '../../testing/measure-queries.ts'
import { listUnhealthyMailboxes } from './list-unhealthy-mailboxes.ts'

const { ctx, newInbox, sync, advance } = await openFakePipeline()
const { db } = ctx

beforeEach(async () => {
  await db.delete(mailboxes)
})

const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
const set = (inbox: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  db.update(mailboxes).set(values).where(eq(mailboxes.id, inbox.id))
const list = (cursor?: string) => listUnhealthyMailboxes(ctx, { cursor })
const listProblems = async () => (await list()).list.map(({ id, problem }) => ({ id, problem }))

test('a mailbox with a problem is listed with its user and what waits there', async () => {
  const ann = await newInbox()
  await newInbox()
  await set(ann, { problem: 'needs-reconnect', nextCheckAt: null, lastCheckedAt: ago(hourMs) })
  await db.insert(undecidedMessages).values(
    ['a', 'b'].map((id) => ({
      mailboxId: ann.id,
      providerMessageId: id as ProviderMessageId,
      foundAt: ctx.now(),
      isFirstScan: false,
    })),
  )
  expect(await list()).toMatchObject({
    total: 2,
    unhealthy: 1,
    list: [
      {
        id: ann.id,
        provider: 'gmail',
        address: ann.address,
        userEmail: ann.address,
        problem: 'needs-reconnect',
        undecidedMessages: 2,
      },
    ],
    nextCursor: null,
  })
})

test.each([
  { isPro: true, intervalMs: 5 * minuteMs },
  { isPro: false, intervalMs: dayMs },
])('a mailbox is late after three intervals of its plan (Pro: $isPro)', async (plan) => {
  const ann = await newInbox({ isPro: plan.isPro })
  await sync(ann)
  await set(ann, { lastActiveAt: ago(dayMs) })
  advance(3 * plan.intervalMs - minuteMs)
  expect(await listProblems()).toEqual([])
  advance(2 * minuteMs)
  expect(await listProblems()).toEqual([{ id: ann.id, problem: 'late' }])
  await sync(ann)
  expect(await listProblems()).toEqual([])
})

test('a mailbox that is paused, inactive, just resumed or not due is not late', async () => {
  const ann = await newInbox()
  const late = { lateAfter: ago(hourMs), lastActiveAt: ago(dayMs), nextCheckAt: ago(hourMs) }
  await set(ann, late)
  expect(await listProblems()).toHaveLength(1)
  for (const change of [
    { isPaused: true },
    { isActive: false },
    { lastActiveAt: ago(minuteMs) },
    { nextCheckAt: new Date(ctx.now().getTime() + hourMs) },
  ]) {
    await set(ann, { ...late, isPaused: false, isActive: true, ...change })
    expect(await listProblems()).toEqual([])
  }
})

test('a mailbox that was never checked is late, too', async () => {
  const ann = await newInbox()
  await set(ann, { lastActiveAt: ago(hourMs), nextCheckAt: ago(hourMs) })
  advance(hourMs)
  expect(await listProblems()).toEqual([{ id: ann.id, problem: 'late' }])
  await set(ann, { problem: 'refused' })
  expect(await listProblems()).toEqual([{ id: ann.id, problem: 'refused' }])
})

/** 20,000 mailboxes, of which some have a problem and some are late. */
async function addMailboxes(ofUser: FakeInbox): Promise<void> {
  // Checking the references of all rows would take most of the time.
  for (const name of ['grant_id', 'user_id'])
    await db.execute(sql.raw(`alter table mailboxes drop constraint mailboxes_${name}_fkey`))
  await db.execute(sql`
    insert into mailboxes (user_id, grant_id, provider, provider_account_id, address, created_at,
      last_active_at, is_active, last_checked_at, next_check_at, late_after, problem)
    select ${ofUser.userId}, gen_random_uuid(), 'gmail', 'n' || n, 'n' || n, ours.now,
      ours.now - interval '1 day', true, ours.now - n * interval '1 second', ours.now,
      case when n % 100 = 1 then ours.now - n * interval '1 second' else ours.now + interval '1 hour' end,
      case when n % 100 = 2 then 'refused' end
    from generate_series(1, 20000) n,
      (select ${ctx.now().toISOString()}::timestamptz as now) ours`)
  await db.execute(sql`vacuum analyze mailboxes`)
}

test('among 20,000 mailboxes, each page continues the last one and reads only what it shows', async () => {
  await addMailboxes(await newInbox())
  const measure = await openMeasure(ctx)
  // Only the count of all mailboxes reads every row.
  const [all, pages, counts] = [20_001, 2 * (2 * 51), 2 * 201]
  const seen: MailboxId[] = []
  let cursor: string | undefined
  do {
    const page = await list(cursor)
    const { rows } = await measure((measured) => listUnhealthyMailboxes(measured, { cursor }))
    expect(rows['mailboxes']).toBeLessThanOrEqual(all + pages + counts)
    expect(page).toMatchObject({ total: all, unhealthy: 400 })
    seen.push(...page.list.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(400)
  expect(seen).toHaveLength(400)
}, 60_000)
