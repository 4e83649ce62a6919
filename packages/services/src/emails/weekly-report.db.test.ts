import { dailyCounts, mailboxes } from '@doorman/db/schema'
import {
  aFilteredEmail,
  changeSettings,
  seedDailyCounts,
  seedFilteredEmails,
  type FilteredEmailValues,
} from '@doorman/db/testing/seeds'
import type { WeeklyReport } from '@doorman/notify/notify'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { at, changeUser, listOrdered, order, sendOrdered } from '../testing/fake-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { takeAction } from '../user-actions/take-action.ts'
import { actorOf } from '../testing/fake-filtered-emails.ts'

const { ctx, newInbox, notify } = await openFakePipeline()
const monday = '2026-11-16'

/** A user in Chatham, where this week began on Sunday, November 8, at 10:15 UTC. */
async function newReader(): Promise<FakeInbox> {
  const ann = await newInbox()
  await changeUser(ctx, ann, { emailVerified: true, timeZone: 'Pacific/Chatham' })
  await seedDailyCounts(ctx.db, ann, [
    { dayOn: '2026-11-08', processed: 1000, filtered: 1000 },
    { dayOn: '2026-11-09', processed: 10, filtered: 4 },
    { dayOn: '2026-11-15', processed: 30, filtered: 6 },
    { dayOn: '2026-11-16', processed: 1000, filtered: 1000 },
  ])
  return ann
}

const seed = (inbox: FakeInbox, time: string, values: FilteredEmailValues = {}) =>
  seedFilteredEmails(ctx.db, inbox, [aFilteredEmail(1, { receivedAt: new Date(time), ...values })])

const putBack = { state: 'returned', restoredBy: 'user' } as const

/** Sends the report of the Monday to this user and returns it, if it was not dropped. */
async function readReport(
  ann: FakeInbox,
  time = '2026-11-16T08:00:00Z',
): Promise<WeeklyReport | undefined> {
  const now = at(ctx, time)
  notify.sent.length = 0
  await order(now, { userId: ann.userId, kind: 'weekly-report', occasion: monday })
  await sendOrdered(now)
  return notify.sent.find(({ to }) => to === ann.address)?.email as WeeklyReport | undefined
}

test('the report adds up the week in all mailboxes, without restored emails', async () => {
  const ann = await newReader()
  const second = await newInbox({ of: ann })
  await seedDailyCounts(ctx.db, second, [{ dayOn: '2026-11-12', processed: 100, filtered: 72 }])
  await ctx.db.update(dailyCounts).set({ restored: 2 }).where(eq(dailyCounts.mailboxId, second.id))
  expect(await readReport(ann)).toMatchObject({
    kind: 'weekly-report',
    url: 'http://localhost:3000/filtered-emails',
    week: 'November 9 to 15',
    processed: 140,
    filtered: 80,
    timeSaved: '20 minutes',
  })
})

test('kinds are counted from Monday to Sunday in the user’s time zone, most frequent first', async () => {
  const ann = await newReader()
  const [first, last] = ['2026-11-08T10:15:00Z', '2026-11-15T10:14:59Z']
  await seed(ann, '2026-11-08T10:14:59Z', { category: 'investor' })
  await seed(ann, first, { category: 'sales' })
  await seed(ann, first, { category: 'recruiter' })
  await seed(ann, last, { category: 'recruiter' })
  await seed(ann, last, { category: null, score: null, reason: 'blocked-sender' })
  await seed(ann, last, { category: 'sales', state: 'restored', restoredBy: 'user' })
  await seed(ann, last, { category: 'sales', ...putBack })
  await seed(ann, last, { outcome: 'observe', state: null, movedAt: null })
  await seed(ann, '2026-11-15T10:15:00Z', { category: 'investor' })
  expect((await readReport(ann))?.byCategory).toEqual([
    { category: 'recruiter', count: 2 },
    { category: 'other', count: 1 },
    { category: 'sales', count: 1 },
  ])
})

test('the report lists the five least certain emails that are still set aside', async () => {
  const ann = await newReader()
  const time = '2026-11-12T12:00:00Z'
  for (const score of [0.99, 0.95, 0.934, 0.97, 0.96, 0.98])
    await seed(ann, time, { score, subject: `Score ${score}` })
  for (const state of ['pending', 'restored', 'spam', 'gone'] as const)
    await seed(ann, time, { score: 0.93, state, subject: 'Not set aside' })
  await seed(ann, time, { score: 0.93, ...putBack, subject: 'Put back' })
  await seed(ann, time, {
    score: null,
    category: null,
    reason: 'blocked-sender',
    subject: 'By its sender',
  })
  await seed(ann, '2026-11-02T12:00:00Z', { score: 0.93, subject: 'The week before' })
  const report = await readReport(ann)
  expect(
    report?.leastCertain.map(({ subject, confidencePercent }) => [subject, confidencePercent]),
  ).toEqual([
    ['Score 0.934', 93],
    ['Score 0.95', 95],
    ['Score 0.96', 96],
    ['Score 0.97', 97],
    ['Score 0.98', 98],
  ])
  expect(report?.leastCertain[0]?.sender).toBe('Pat 1 <pat1@vendor.example>')
  const urls = report?.leastCertain.map(({ restoreUrl }) => restoreUrl) ?? []
  expect(new Set(urls).size).toBe(5)
  for (const url of urls) expect(url).toMatch(/^http:\/\/localhost:3000\/restore\?token=[\w-]{43}$/)
})

test('no email among the least certain is called 100 % certain', async () => {
  const ann = await newReader()
  await seed(ann, '2026-11-12T12:00:00Z', { score: 0.999 })
  const report = await readReport(ann)
  expect(report?.leastCertain.map(({ confidencePercent }) => confidencePercent)).toEqual([99])
})

test('a report contains nothing of another user', async () => {
  const [ann, bob] = [await newReader(), await newReader()]
  await seed(bob, '2026-11-12T12:00:00Z', { score: 0.93, subject: 'For Bob alone' })
  const report = await readReport(ann)
  expect(report).toMatchObject({ processed: 40, filtered: 10, byCategory: [], leastCertain: [] })
  expect(JSON.stringify(notify.sent)).not.toContain('Bob')
})

test('an email that was restored before the report is sent is not in it', async () => {
  const ann = await newReader()
  const ids = await seed(ann, '2026-11-12T12:00:00Z')
  await takeAction(ctx, actorOf(ann), { ids, action: 'restore' })
  expect(await readReport(ann)).toMatchObject({ filtered: 9, byCategory: [], leastCertain: [] })
})

test('a report has links to unsubscribe', async () => {
  const ann = await newReader()
  await readReport(ann)
  const [sent] = notify.sent
  expect(sent?.unsubscribe?.kind).toBe('weekly-report')
  expect(sent?.unsubscribe?.pageUrl).toMatch(/^http:\/\/localhost:3000\/unsubscribe\?token=/)
  expect(sent?.unsubscribe?.oneClickUrl).toMatch(
    /^http:\/\/localhost:3000\/api\/unsubscribe\?token=/,
  )
})

test.each([
  [
    'the address is not confirmed',
    (ann: FakeInbox) => changeUser(ctx, ann, { emailVerified: false }),
  ],
  [
    'the user has switched it off',
    (ann: FakeInbox) => changeUser(ctx, ann, { weeklyReportEnabled: false }),
  ],
  [
    'the mailbox was disconnected',
    ({ id }: FakeInbox) => ctx.db.delete(mailboxes).where(eq(mailboxes.id, id)),
  ],
])('a report that was ordered is dropped if %s', async (_case, change) => {
  const ann = await newReader()
  await change(ann)
  expect(await readReport(ann)).toBeUndefined()
  const [ordered] = await listOrdered(ctx.db, ann.userId, 'weekly-report')
  expect(ordered).toMatchObject({ sentAt: null, droppedAt: expect.any(Date) })
})

test('a report can be late until Wednesday ends in the user’s time zone', async () => {
  expect(await readReport(await newReader(), '2026-11-18T10:14:59Z')).toBeDefined()
  expect(await readReport(await newReader(), '2026-11-18T10:15:00Z')).toBeUndefined()
})

test('a report that was ordered is dropped if an admin has switched reports off', async () => {
  const ann = await newReader()
  const restore = await changeSettings(ctx.db, { weeklyReport: false })
  expect(await readReport(ann)).toBeUndefined()
  await restore()
})
