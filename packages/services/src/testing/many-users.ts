import type { Db } from '@doorman/db/client'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { listUsers } from '../admin/list-users.ts'
import { loadAdminStats } from '../admin/load-admin-stats.ts'
import { openFakePipeline } from './fake-pipeline.ts'
import { openMeasure, type QueryCost } from './measure-queries.ts'

type Size = {
  readonly userCount: number
  /** How many of them have a mailbox. */
  readonly mailboxCount: number
  readonly decisionCount: number
  /** Tables that are too large for a query to read all of one. */
  readonly large: readonly string[]
}

/** Checks by query plans that the admin panel reads little, however many users there are. */
export async function testManyUsers(size: Size): Promise<void> {
  const { ctx } = await openFakePipeline()
  const measure = await openMeasure(ctx)
  beforeAll(() => seedManyUsers(ctx.db, size), 500_000)

  const largeScans = ({ seqScans }: QueryCost) =>
    seqScans.filter((table) => size.large.includes(table))
  const orders = (['createdAt', 'email', 'filteredEmailCount', 'trialEndDate'] as const).flatMap(
    (sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })),
  )

  describe.each(orders)('by $sort $order', (by) => {
    // Rows are read once to find their order, and 50 of them again for the other columns.
    test.each([
      ['a page', '', 110],
      ['a search for a common text', 'gmail', 350],
      ['a search for one address', 'user7777@', 1_010],
      ['a search for a text that no address contains', 'zzz', 1_010],
    ])('%s reads few users, and so does the next page', async (_case, search, maxRows) => {
      const { nextCursor } = await listUsers(ctx, { ...by, search })
      const cursors = [undefined, ...(nextCursor === null ? [] : [nextCursor])]
      expect(cursors).toHaveLength(maxRows === 1_010 ? 1 : 2)
      for (const cursor of cursors) {
        const cost = await measure((measured) => listUsers(measured, { ...by, search, cursor }))
        expect(largeScans(cost)).toEqual([])
        for (const table of size.large) expect(cost.rows[table] ?? 0).toBeLessThanOrEqual(maxRows)
      }
    })
  })

  test('the figures of the overview read no decisions, no days, and only users in a trial', async () => {
    const { userCount } = size
    expect(await loadAdminStats(ctx)).toEqual({
      totalUsers: userCount,
      totalFilteredEmails: 49 * userCount,
      activeSubscriptions: userCount / 100,
      trialUsers: userCount / 20 - userCount / 100,
    })
    const cost = await measure(loadAdminStats)
    // The totals are added up: one narrow row per user.
    expect(largeScans(cost).filter((table) => table !== 'filtered_totals')).toEqual([])
    expect(cost.rows).toMatchObject({ users: userCount / 20, filtered_totals: userCount })
    expect(Object.keys(cost.rows)).toHaveLength(3)
  })
}

/**
 * Ten users register in the same minute, a third has an address at `gmail.example`, every 20th is in
 * a trial, and every 100th pays.
 */
async function seedManyUsers(
  db: Db,
  { userCount, mailboxCount, decisionCount }: Size,
): Promise<void> {
  const n = `generate_series(1, ${userCount}) n`
  const m = `generate_series(1, ${mailboxCount}) n`
  const statements = [
    `create function to_id(n bigint) returns uuid immutable language sql as
     $$ select lpad(to_hex(n), 32, '0')::uuid $$`,
    // One statement for all totals instead of a trigger's for each row.
    `alter table users disable trigger users_filtered_total`,
    `alter table daily_counts disable trigger daily_counts_added`,
    `insert into users (id, email, created_at, trial_ends_at)
     select to_id(n),
       'user' || n || case when n % 3 = 0 then '@gmail.example' else '@firm' || n % 500 || '.example' end,
       timestamptz '2026-01-01' + (n / 10) * interval '1 minute',
       case when n % 20 = 0 then now() + n % 14 * interval '1 day'
            when n % 7 > 0 then timestamptz '2026-01-15' + (n / 10) * interval '1 minute' end
     from ${n}`,
    `insert into grants (id, provider, provider_account_id, access_token, refresh_token, key_version,
       access_token_expires_at)
     select to_id(n), 'gmail', n, '', '', 1, now() from ${m}`,
    `insert into mailboxes (id, user_id, grant_id, provider, provider_account_id, address, created_at,
       last_active_at, is_active, next_check_at)
     select to_id(n), to_id(n), to_id(n), 'gmail', n, n || '@mail.example', now(), now(), true, now()
     from ${m}`,
    `insert into daily_counts (mailbox_id, day_on, processed, filtered)
     select to_id(n), current_date - day, 10, n % 50 from ${m}, generate_series(1, 2) day`,
    `insert into filtered_totals (user_id, filtered) select to_id(n), 2 * (n % 50) from ${n}`,
    `alter table users enable trigger users_filtered_total`,
    `alter table daily_counts enable trigger daily_counts_added`,
    `insert into subscriptions (user_id, status, interval, ends_at)
     select to_id(n), 'active', 'monthly', now() + interval '10 days'
     from generate_series(100, ${userCount}, 100) n`,
  ]
  if (decisionCount > 0)
    statements.push(
      `insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at)
       select to_id(n % ${mailboxCount} + 1), n, 'keep', 'known-contact', now()
       from generate_series(1, ${decisionCount}) n`,
    )
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of statements) await tx.execute(statement)
  })
  await db.execute(sql`
    vacuum analyze users, mailboxes, filtered_totals, subscriptions, daily_counts, decisions`)
}
