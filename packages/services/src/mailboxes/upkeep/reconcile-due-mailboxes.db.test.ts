import { mailboxes } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { reconcileDueMailboxes } from './reconcile-due-mailboxes.ts'

const world = await openFakePipeline()
const { ctx, advance, newInbox } = world

beforeEach(async () => {
  await ctx.db.execute(sql`delete from mailboxes`)
  await ctx.db.execute(sql`delete from pgboss.job`)
})

async function listJobs(): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select data->>'mailboxId' as id from pgboss.job where name like 'reconcile-mailbox%'`)
  return rows.map(({ id }) => id)
}

const set = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

test('every mailbox is compared once a day', async () => {
  const ann = await newInbox()
  await reconcileDueMailboxes(ctx)
  await reconcileDueMailboxes(ctx)
  expect(await listJobs()).toEqual([ann.id])

  await ctx.db.execute(sql`delete from pgboss.job`)
  advance(23 * hourMs)
  await reconcileDueMailboxes(ctx)
  expect(await listJobs()).toEqual([])
  advance(hourMs + 1)
  await reconcileDueMailboxes(ctx)
  expect(await listJobs()).toEqual([ann.id])
})

test('a mailbox that is paused, inactive or to be reconnected is not compared', async () => {
  await set(await newInbox(), { isPaused: true })
  await set(await newInbox(), { isActive: false })
  await set(await newInbox(), { problem: 'needs-reconnect', nextCheckAt: null })
  await reconcileDueMailboxes(ctx)
  expect(await listJobs()).toEqual([])
})

test('a mailbox whose time was set by a clock ahead of ours is not forgotten', async () => {
  const ann = await newInbox()
  await set(ann, { reconciledAt: new Date(ctx.now().getTime() + dayMs) })
  await reconcileDueMailboxes(ctx)
  expect(await listJobs()).toEqual([ann.id])
})

test('after an upgrade, the reconciliations are spread over the day, the longest waiting first', async () => {
  const ann = await newInbox()
  await set(ann, { reconciledAt: new Date(ctx.now().getTime() - 2 * dayMs) })
  await ctx.db.execute(sql`
    with copies as (select n, gen_random_uuid() as grant_id from generate_series(1, 1999) n),
    added as (
      insert into grants (id, provider, provider_account_id, access_token, refresh_token,
        key_version, access_token_expires_at)
      select grant_id, 'microsoft', n, '', '', 1, now() from copies
      returning id
    )
    insert into mailboxes (user_id, grant_id, provider, provider_account_id, address, created_at,
      last_active_at, next_check_at, is_active)
    select ${ann.userId}, id, 'microsoft', id, id, now(), now(), now(), true from added`)
  const sizes: number[] = []
  for (let hour = 0; hour < 22; hour++) {
    await ctx.db.execute(sql`delete from pgboss.job`)
    await reconcileDueMailboxes(ctx)
    const jobs = await listJobs()
    sizes.push(jobs.length)
    // Only ann's mailbox was ever compared before.
    expect(jobs.includes(ann.id)).toBe(hour === 19)
    advance(hourMs)
  }
  expect(sizes).toEqual([...Array<number>(20).fill(100), 0, 0])
})
