import { timeRanges } from '@doorman/domain/site/dashboard'
import type { MailboxId } from '@doorman/domain/ids'
import { isThorough } from '@doorman/domain/testing/sample'
import { dayMs, toDayIn } from '@doorman/domain/time'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActivityDays } from './activity/list-activity-days.ts'
import { listActivity } from './activity/list-activity.ts'
import { loadDashboardChart } from './dashboard/load-dashboard-chart.ts'
import { loadDashboardStats } from './dashboard/load-dashboard-stats.ts'
import { openFakePipeline } from './testing/fake-pipeline.ts'
import { openMeasure } from './testing/measure-queries.ts'
import { actorOf } from './testing/fake-filtered-emails.ts'
import { listFilteredEmails } from './filtered-emails/list-filtered-emails.ts'
import { listFirstScans } from './mailboxes/first-scans/list-first-scans.ts'
import { resumeOverdueWork } from './pipeline/sync/resume-overdue-work.ts'

const { ctx, newInbox } = await openFakePipeline()
const ann = await newInbox()
const second = await newInbox({ of: ann })
const bob = await newInbox()

/** Decisions in each of Ann’s two mailboxes. The dashboard reads at most 10,000. */
const many = isThorough ? 35_000 : 12_000
const deepPage = isThorough ? 10_000 : 2_000

/**
 * In `npm run test:long` 100,000 decisions: Ann has most of them; Bob is one of many users with a few.
 */
beforeAll(async () => {
  // The trigger updates the user's total for each of the many days.
  await ctx.db.execute(sql`alter table daily_counts disable trigger daily_counts_added`)
  // This trigger announces each decision to open pages.
  await ctx.db.execute(sql`alter table decisions disable trigger decisions_added`)
  // This index takes longest to fill. search-filtered-emails.db.test.ts tests the search.
  await ctx.db.execute(sql`drop index decisions_search`)
  for (const { id } of [ann, second]) await addDecisions(id, many)
  await addDecisions(bob.id, 1_000)
  for (let others = 0; others < (isThorough ? 29 : 9); others++)
    await addDecisions((await newInbox()).id, 1_000)
  await ctx.db.execute(sql`vacuum analyze decisions, smart_replies, daily_counts, mailboxes`)
}, 60_000)

async function addDecisions(mailboxId: MailboxId, count: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into decisions (mailbox_id, provider_message_id, outcome, reason, decided_at, received_at, subject,
      sender_address, category, score, state, moved_at)
    select ${mailboxId}, 'm' || n, 'filter', 'cold-outreach', now() - n * interval '10 minutes',
      now() - n * interval '10 minutes', 'Quick question ' || n, 'pat@vendor' || n % 300 || '.example',
      'sales', 0.925 + n % 75 / 1000.0, 'set-aside', now()
    from generate_series(1, ${count}) n`)
  await ctx.db.execute(sql`
    insert into smart_replies (user_id, mailbox_id, decision_id, sender, organisation, claimed_at, state)
    select user_id, mailbox_id, d.id, sender_address, 'vendor.example', decided_at, 'sent'
    from decisions d join mailboxes m on m.id = mailbox_id where mailbox_id = ${mailboxId}`)
  await ctx.db.execute(sql`
    insert into daily_counts (mailbox_id, day_on, processed, filtered)
    select ${mailboxId}, current_date - n, 300, 100 from generate_series(0, 500) n`)
}

const measure = await openMeasure(ctx)

const isLarge = (table: string) => ['decisions', 'smart_replies', 'daily_counts'].includes(table)

test('a page of filtered emails reads one page from each mailbox', async () => {
  const first = await measure((measured) =>
    listFilteredEmails(measured, actorOf(ann), { limit: 100 }),
  )
  expect(first.seqScans.filter(isLarge)).toEqual([])
  expect(first.rows['decisions']).toBeLessThanOrEqual(2 * 100)
  expect(first.rows['smart_replies']).toBeLessThanOrEqual(2 * 100)

  const [deep] = await listFilteredEmails(ctx, actorOf(ann), {
    limit: 1,
    search: `question ${many - 5_000}`,
  })
  const later = await measure((measured) =>
    listFilteredEmails(measured, actorOf(ann), { limit: 100, cursor: deep?.id }),
  )
  expect(later.seqScans.filter(isLarge)).toEqual([])
  expect(later.rows['decisions']).toBeLessThanOrEqual(2 * 100 + 1)
})

test.each([
  { kind: 'sales', state: 'filtered' },
  { since: '2000-01-01', until: '2999-12-31' },
  { order: 'least-certain' },
  { order: 'least-certain', certainty: 'low', state: 'filtered' },
  { order: 'least-certain', certainty: 'high' },
] as const)('a page of emails with %j reads one page from each mailbox', async (query) => {
  const first = await measure((measured) =>
    listFilteredEmails(measured, actorOf(ann), { ...query, limit: 100 }),
  )
  expect(first.seqScans.filter(isLarge)).toEqual([])
  expect(first.rows['decisions']).toBeLessThanOrEqual(2 * 100)

  const pages = await listFilteredEmails(ctx, actorOf(ann), { ...query, limit: deepPage })
  const cursor = pages.at(-1)?.id
  const later = await measure((measured) =>
    listFilteredEmails(measured, actorOf(ann), { ...query, limit: 100, cursor }),
  )
  expect(later.seqScans.filter(isLarge)).toEqual([])
  expect(later.rows['decisions']).toBeLessThanOrEqual(2 * 100 + 1)
})

test('a page of a month long ago reads no newer emails', async () => {
  const days = { since: '2000-01-01', until: toDayIn('UTC', new Date(Date.now() - 200 * dayMs)) }
  const cost = await measure((measured) =>
    listFilteredEmails(measured, actorOf(ann), { ...days, limit: 100 }),
  )
  expect(cost.seqScans.filter(isLarge)).toEqual([])
  expect(cost.rows['decisions']).toBeLessThanOrEqual(2 * 100)
})

test('a page of activity reads one page from each mailbox', async () => {
  const cost = await measure((measured) => listActivity(measured, actorOf(ann), { limit: 100 }))
  expect(cost.seqScans.filter(isLarge)).toEqual([])
  expect(cost.rows['decisions']).toBeLessThanOrEqual(2 * 100)
  expect(cost.rows['smart_replies']).toBeLessThanOrEqual(2 * 100)
})

test('the days of activity are counted from the decisions of 30 days', async () => {
  const cost = await measure((measured) => listActivityDays(measured, actorOf(ann), {}))
  expect(cost.seqScans.filter(isLarge)).toEqual([])
  expect(cost.rows['decisions']).toBeLessThanOrEqual(2 * 30 * 24 * 6)
})

test.each(timeRanges)(
  'the dashboard for %s reads a bounded number of decisions',
  async (timeRange) => {
    const cost = await measure(async (measured) => {
      await loadDashboardStats(measured, actorOf(ann), { timeRange })
      await loadDashboardChart(measured, actorOf(ann), { timeRange })
    })
    expect(cost.seqScans).not.toContain('decisions')
    expect(cost.rows['decisions']).toBeLessThanOrEqual(2 * 10_000)
  },
)

test('observed messages are counted without reading filtered ones', async () => {
  const cara = await newInbox()
  await addDecisions(cara.id, 3_000)
  await ctx.db.execute(sql`
    update decisions set outcome = 'observe', state = null, moved_at = null
    where mailbox_id = ${cara.id} and received_at > now() - 30 * interval '10 minutes'`)
  await ctx.db.execute(
    sql`update mailboxes set sync_total = 75, sync_status = 'synced' where id = ${cara.id}`,
  )
  await ctx.db.execute(sql`vacuum analyze decisions`)
  const stats = await measure((measured) =>
    loadDashboardStats(measured, actorOf(cara), { timeRange: 'all' }),
  )
  const domains = await measure((measured) =>
    loadDashboardStats(measured, actorOf(second), { timeRange: 'all' }),
  )
  expect(stats.seqScans.filter(isLarge)).toEqual([])
  expect(stats.rows['decisions']).toBe(3_000)
  expect(domains.rows['decisions']).toBe(2 * 10_000)
  const scans = await measure(async (measured) => {
    expect(await listFirstScans(measured, actorOf(cara))).toHaveLength(1)
  })
  expect(scans.seqScans.filter(isLarge)).toEqual([])
  // Messages received since the mailbox was connected, a year ago, are not part of the first scan.
  expect(scans.rows['decisions']).toBeLessThanOrEqual(2 * 200)
})

test('a sync finds overdue work without reading finished decisions', async () => {
  const cost = await measure(async (measured) =>
    resumeOverdueWork(measured, { ...(await ann.row()), startedAt: ctx.now() }),
  )
  expect(cost.seqScans.filter(isLarge)).toEqual([])
  expect(cost.rows['decisions'] ?? 0).toBeLessThanOrEqual(1)
})
