import { changeSettings, seedDailyCounts } from '@doorman/db/testing/seeds'
import { emails, mailboxes } from '@doorman/db/schema'
import { isThorough } from '@doorman/domain/testing/sample'
import { addDays, hourMs, minuteMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendReportJob } from '../ports/jobs.ts'
import { at, changeUser, listOrdered } from '../testing/fake-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { orderWeeklyReports } from './order-weekly-reports.ts'

const { ctx, newInbox } = await openFakePipeline()

/** A user with a confirmed address whose mailbox received something on these days. */
async function newReader(timeZone: string, ...days: readonly string[]): Promise<FakeInbox> {
  const ann = await newInbox()
  await changeUser(ctx, ann, { emailVerified: true, timeZone })
  await connectAt(ann, '2020-01-01T00:00:00Z')
  await receiveOn(ann, ...days)
  return ann
}

const connectAt = ({ id }: FakeInbox, time: string) =>
  ctx.db
    .update(mailboxes)
    .set({ createdAt: new Date(time) })
    .where(eq(mailboxes.id, id))
const receiveOn = (inbox: FakeInbox, ...days: readonly string[]) =>
  seedDailyCounts(
    ctx.db,
    inbox,
    days.map((dayOn) => ({ dayOn, processed: 12, filtered: 3 })),
  )

const run = (time: string | Date) => orderWeeklyReports(at(ctx, time))
const mondaysOf = async ({ userId }: FakeInbox) =>
  (await listOrdered(ctx.db, userId, 'weekly-report')).map(({ occasion }) => occasion)

test.each([
  ['UTC', '2026-11-16', '2026-11-16T08:00:00Z'],
  ['Europe/Berlin, after clocks went forward', '2026-03-30', '2026-03-30T06:00:00Z'],
  ['Europe/Berlin, after clocks went back', '2026-10-26', '2026-10-26T07:00:00Z'],
  ['America/New_York, after clocks went forward', '2026-03-09', '2026-03-09T12:00:00Z'],
  ['America/New_York, after clocks went back', '2026-11-02', '2026-11-02T13:00:00Z'],
  ['UTC, on a leap day', '2044-02-29', '2044-02-29T08:00:00Z'],
  ['Pacific/Chatham, in summer', '2026-11-16', '2026-11-15T18:15:00Z'],
  ['Pacific/Chatham, in winter', '2026-06-15', '2026-06-14T19:15:00Z'],
  ['Pacific/Kiritimati', '2026-11-16', '2026-11-15T18:00:00Z'],
])('%s: the report of %s is ordered at %s and not earlier', async (place, monday, time) => {
  const ann = await newReader(place.split(',')[0] ?? '', addDays(monday, -1))
  await run(new Date(Date.parse(time) - minuteMs))
  expect(await mondaysOf(ann)).toEqual([])
  await run(time)
  expect(await mondaysOf(ann)).toEqual([monday])
})

test.each(['UTC', 'Pacific/Chatham'])(
  'two weeks of runs order one report per Monday in %s',
  async (timeZone) => {
    const ann = await newReader(timeZone, '2026-09-24', '2026-09-30')
    // Chatham’s clocks go forward on Sunday, September 27.
    for (let hour = 0; hour < 14 * 24; hour += isThorough ? 3 : 6)
      await run(new Date(Date.parse('2026-09-22T00:00:00Z') + hour * hourMs))
    expect(await mondaysOf(ann)).toEqual(['2026-09-28', '2026-10-05'])
  },
)

test.each([
  ['the worker was down until late on Wednesday', ['2026-11-18T23:45:00Z', '2026-11-19T08:00:00Z']],
  [
    'the clock is set back over Monday morning',
    ['2026-11-16T08:00:00Z', '2026-11-16T07:00:00Z', '2026-11-16T08:00:00Z'],
  ],
  ['the clock was a day ahead', ['2026-11-17T09:00:00Z', '2026-11-16T09:00:00Z']],
])('one report is ordered if %s', async (_case, times) => {
  const ann = await newReader('UTC', '2026-11-12')
  for (const time of times) await run(time)
  expect(await mondaysOf(ann)).toEqual(['2026-11-16'])
})

test('no report is ordered later for a week in which it became too late', async () => {
  const ann = await newReader('UTC', '2026-11-12')
  await run('2026-11-19T00:00:00Z')
  await run('2026-11-23T09:00:00Z')
  expect(await mondaysOf(ann)).toEqual([])
})

test.each([
  ['Pacific/Kiritimati', 'Pacific/Honolulu'],
  ['Pacific/Honolulu', 'Pacific/Kiritimati'],
])('a user who flies from %s to %s on Monday gets one report', async (from, to) => {
  const ann = await newReader(from, '2026-11-12')
  await run('2026-11-16T20:00:00Z')
  await changeUser(ctx, ann, { timeZone: to })
  await run('2026-11-16T20:15:00Z')
  await run('2026-11-17T09:00:00Z')
  expect(await mondaysOf(ann)).toEqual(['2026-11-16'])
})

test('two workers at the same time order one report and one job', async () => {
  const ann = await newReader('UTC', '2026-11-12')
  await Promise.all([run('2026-11-16T08:00:00Z'), run('2026-11-16T08:00:01Z')])
  const [report, ...more] = await listOrdered(ctx.db, ann.userId, 'weekly-report')
  expect(more).toEqual([])
  const { rows } = await ctx.db.execute(sql`
    select from pgboss.job
    where name = ${sendReportJob.name} and data->>'emailId' = ${report?.id}`)
  expect(rows).toHaveLength(1)
})

test.each([
  [
    'an address that is not confirmed',
    (ann: FakeInbox) => changeUser(ctx, ann, { emailVerified: false }),
  ],
  [
    'a user who does not want it',
    (ann: FakeInbox) => changeUser(ctx, ann, { weeklyReportEnabled: false }),
  ],
  [
    'a user without mailboxes',
    ({ id }: FakeInbox) => ctx.db.delete(mailboxes).where(eq(mailboxes.id, id)),
  ],
])('no report is ordered for %s', async (_case, change) => {
  const ann = await newReader('UTC', '2026-11-12')
  await change(ann)
  await run('2026-11-16T08:00:00Z')
  expect(await mondaysOf(ann)).toEqual([])
})

test('no report is ordered while an admin has switched it off; it is ordered once switched on', async () => {
  const ann = await newReader('UTC', '2026-11-12')
  const restore = await changeSettings(ctx.db, { weeklyReport: false })
  await run('2026-11-16T08:00:00Z')
  expect(await mondaysOf(ann)).toEqual([])
  await restore()
  await run('2026-11-17T12:00:00Z')
  expect(await mondaysOf(ann)).toEqual(['2026-11-16'])
})

test('a user gets reports only of weeks in which something was screened', async () => {
  const ann = await newReader('UTC', '2026-11-16', '2026-11-30')
  // The day of the report itself belongs to the next one.
  for (const monday of ['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07'])
    await run(`${monday}T10:00:00Z`)
  expect(await mondaysOf(ann)).toEqual(['2026-11-23', '2026-12-07'])
})

test('a mailbox that was connected after the week does not count, whatever its first scan found', async () => {
  // Chatham’s Monday begins on Sunday at 10:15 UTC.
  const ann = await newReader('Pacific/Chatham', '2026-11-12')
  await connectAt(ann, '2026-11-15T10:15:00Z')
  await run('2026-11-16T08:00:00Z')
  expect(await mondaysOf(ann)).toEqual([])
  await connectAt(ann, '2026-11-15T10:14:59Z')
  await run('2026-11-16T08:00:00Z')
  expect(await mondaysOf(ann)).toEqual(['2026-11-16'])
})

test('one run orders the reports of all users, however many', async () => {
  const ann = await newReader('UTC', '2026-11-12')
  await ctx.db.execute(sql`
    with people as (
      insert into users (email, email_verified)
      select 'many' || n || '@example.com', true from generate_series(1, 2100) n returning id
    ), access as (
      insert into grants (id, provider, provider_account_id, access_token, refresh_token,
        key_version, access_token_expires_at)
      select id, 'microsoft', id, '', '', 1, now() from people returning id
    ), inboxes as (
      insert into mailboxes (user_id, grant_id, provider, provider_account_id, address, created_at,
        last_active_at, next_check_at, is_active)
      select id, id, 'microsoft', id, id, '2020-01-01', now(), now(), true from access returning id
    )
    insert into daily_counts (mailbox_id, day_on, processed, filtered)
    select id, '2026-11-12', 5, 1 from inboxes`)
  await ctx.db.delete(emails)
  await run('2026-11-16T08:00:00Z')
  expect(await ctx.db.$count(emails, eq(emails.occasion, '2026-11-16'))).toBeGreaterThan(2_100)
  expect(await mondaysOf(ann)).toEqual(['2026-11-16'])
})
