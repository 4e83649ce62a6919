import { mailboxes } from '@doorman/db/schema'
import { hourMs, minuteMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { syncMailboxJob } from '../../ports/jobs.ts'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { checkDueMailboxes } from './check-due-mailboxes.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

beforeEach(async () => {
  await ctx.db.execute(sql`delete from mailboxes`)
  await ctx.db.execute(sql`delete from pgboss.job`)
})

async function countSyncJobs(): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql`select from pgboss.job where name like 'sync-mailbox%' and state = 'created'`,
  )
  return rows.length
}

const fromNow = (ms: number) => new Date(ctx.now().getTime() + ms)
const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

test('a mailbox that is due is synced once', async () => {
  const [due, later] = [await newInbox(), await newInbox()]
  await set(later, { nextCheckAt: fromNow(hourMs) })
  await checkDueMailboxes(ctx)
  await checkDueMailboxes(ctx)
  expect(await countSyncJobs()).toBe(1)
  expect((await due.row()).nextCheckAt!.getTime()).toBeGreaterThan(ctx.now().getTime())
})

test('one run enqueues all mailboxes that are due, however many', async () => {
  const ann = await newInbox()
  await ctx.db.execute(sql`
    with copies as (select n, gen_random_uuid() as grant_id from generate_series(1, 2500) n),
    added as (
      insert into grants (id, provider, provider_account_id, access_token, refresh_token,
        key_version, access_token_expires_at)
      select grant_id, 'microsoft', n, '', '', 1, now() from copies
      returning id
    )
    insert into mailboxes (user_id, grant_id, provider, provider_account_id, address, created_at,
      last_active_at, next_check_at, is_active)
    select ${ann.userId}, id, 'microsoft', id, id, now(), now(), now() - interval '1 hour', true
    from added`)
  await checkDueMailboxes(ctx)
  expect(await countSyncJobs()).toBe(2_501)
})

test('while mailboxes are due, the check repeats itself for a minute', async () => {
  const ann = await newInbox()
  const countRepeats = async () => {
    const { rows } = await ctx.db.execute(
      sql`delete from pgboss.job where name = 'check-due-mailboxes' returning start_after > now() as is_later`,
    )
    return rows
  }
  for (const repeatsLeft of [undefined, 4, 3, 2, 1]) {
    await set(ann, { nextCheckAt: fromNow(-1) })
    await checkDueMailboxes(ctx, { repeatsLeft })
    expect(await countRepeats()).toEqual([{ is_later: true }])
  }
  await set(ann, { nextCheckAt: fromNow(-1) })
  await checkDueMailboxes(ctx, { repeatsLeft: 0 })
  await checkDueMailboxes(ctx)
  expect(await countRepeats()).toEqual([])
})

test('a regular check waits for syncs that push notifications have started', async () => {
  const [checked, notified] = [await newInbox(), await newInbox()]
  await set(notified, { nextCheckAt: fromNow(hourMs) })
  await checkDueMailboxes(ctx)
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: notified.id })
  const { rows } = await ctx.db.execute(
    sql`select group_id from pgboss.job where name like 'sync-mailbox%' order by priority desc`,
  )
  expect(rows).toEqual([{ group_id: notified.id }, { group_id: checked.id }])
})

test('a write that refers to a mailbox does not wait for a check', async () => {
  const ann = await newInbox()
  let isWritten = false
  const jobs: typeof ctx.jobs = {
    ...ctx.jobs,
    // The transaction holds its locks here.
    async enqueueAll() {
      await ctx.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '5s'`)
        await tx.execute(sql`
          insert into undecided_messages (mailbox_id, provider_message_id, found_at, is_first_scan)
          values (${ann.id}, 'message', now(), false)`)
      })
      isWritten = true
    },
  }
  await checkDueMailboxes({ ...ctx, jobs })
  expect(isWritten).toBe(true)
})

test('a mailbox that another transaction has locked does not delay the others', async () => {
  const [ann] = [await newInbox(), await newInbox()]
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from mailboxes where id = ${ann.id} for update`)
    await checkDueMailboxes(ctx)
    expect(await countSyncJobs()).toBe(1)
  })
  await checkDueMailboxes(ctx)
  expect(await countSyncJobs()).toBe(2)
})

test('a mailbox whose next check a clock planned before it was set back is due', async () => {
  const ann = await newInbox()
  await set(ann, { lastCheckedAt: fromNow(hourMs), nextCheckAt: fromNow(hourMs + 5 * minuteMs) })
  await checkDueMailboxes(ctx)
  await checkDueMailboxes(ctx)
  expect(await countSyncJobs()).toBe(1)
  await sync(ann)
  expect((await ann.row()).lastCheckedAt!.getTime()).toBeLessThanOrEqual(ctx.now().getTime())
})

test('a mailbox that needs to be reconnected is not due, whatever the clock did', async () => {
  const ann = await newInbox()
  await set(ann, {
    problem: 'needs-reconnect',
    nextCheckAt: null,
    lastCheckedAt: fromNow(hourMs),
  })
  await checkDueMailboxes(ctx)
  expect(await countSyncJobs()).toBe(0)
})
