import { emails, subscriptions } from '@doorman/db/schema'
import { changeSettings } from '@doorman/db/testing/seeds'
import { dayMs, hourMs, minuteMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { at, changeUser, listOrdered, sendOrdered } from '../testing/fake-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { orderTrialReminders } from './order-trial-reminders.ts'

const { ctx, newInbox, notify } = await openFakePipeline()
const trialEndsAt = new Date('2026-11-30T15:00:00Z')

async function newTrialUser(): Promise<FakeInbox> {
  const ann = await newInbox()
  await changeUser(ctx, ann, { trialEndsAt, timeZone: 'Europe/Berlin' })
  return ann
}

/** A time so many days before the end of the trial. */
const before = (days: number) => new Date(trialEndsAt.getTime() - days * dayMs)
const run = (time: Date) => orderTrialReminders(at(ctx, time))
const remindersOf = async ({ userId }: FakeInbox) =>
  (await listOrdered(ctx.db, userId, 'trial-reminder')).map(({ occasion }) => occasion)

/** What the user reads if reminders are ordered and sent at this time. */
async function readAt(ann: FakeInbox, time: Date) {
  notify.sent.length = 0
  await run(time)
  await sendOrdered(at(ctx, time))
  return notify.sent.filter(({ to }) => to === ann.address).map(({ email }) => email)
}

test('runs over the whole trial order one reminder each at 7, 3 and 0 days', async () => {
  const ann = await newTrialUser()
  const ordered: string[] = []
  for (let time = before(14).getTime(); time < before(-3).getTime(); time += 3 * hourMs) {
    await run(new Date(time))
    const reminders = await remindersOf(ann)
    if (reminders.length > ordered.length)
      ordered.push(`${reminders.at(-1)} at ${new Date(time).toISOString()}`)
  }
  expect(ordered).toEqual([
    '7 at 2026-11-23T15:00:00.000Z',
    '3 at 2026-11-27T15:00:00.000Z',
    '0 at 2026-11-30T15:00:00.000Z',
  ])
})

test.each([
  ['at 7 days', 7, ['7']],
  ['at 5 days, the reminder of day 7', 5, ['7']],
  ['at 1 day, the reminder of day 3', 1, ['3']],
  ['on the last day', -0.9, ['0']],
  ['not before day 7', 7.1, []],
  ['not after the last day', -1, []],
])('after an outage the reminder comes late: %s', async (_case, days, reminders) => {
  const ann = await newTrialUser()
  await run(before(days))
  expect(await remindersOf(ann)).toEqual(reminders)
})

test('a clock that is set back does not repeat a reminder', async () => {
  const ann = await newTrialUser()
  for (const days of [7, 3, 7, 3.5, 3]) await run(before(days))
  expect(await remindersOf(ann)).toEqual(['7', '3'])
})

test('two workers at the same time order one reminder', async () => {
  const ann = await newTrialUser()
  await Promise.all([run(before(7)), run(before(7))])
  expect(await remindersOf(ann)).toEqual(['7'])
})

test('the reminder says how many days are really left, and what changes then', async () => {
  const ann = await newTrialUser()
  await newInbox({ of: ann })
  expect(await readAt(ann, before(4.5))).toEqual([
    {
      kind: 'trial-reminder',
      url: 'http://localhost:3000/dashboard',
      daysLeft: 5,
      endsOn: 'November 30',
      mailboxCount: 2,
      hasAgreedToReplies: false,
      canSubscribe: false,
    },
  ])
  await changeUser(ctx, ann, { repliesAgreedAt: new Date() })
  expect(await readAt(ann, before(3))).toMatchObject([{ daysLeft: 3, hasAgreedToReplies: true }])
  // The last day lasts 24 hours, so it ends past midnight, in December.
  expect(await readAt(ann, before(-0.5))).toMatchObject([{ daysLeft: 0, endsOn: 'December 1' }])
})

test('a reminder that could not be sent before the next one is due is dropped', async () => {
  const ann = await newTrialUser()
  await run(before(7))
  expect(await readAt(ann, before(2))).toMatchObject([{ daysLeft: 2 }])
  expect((await listOrdered(ctx.db, ann.userId, 'trial-reminder')).map(toOutcome)).toEqual([
    'dropped',
    'sent',
  ])
})

const toOutcome = ({ sentAt, droppedAt }: { sentAt: Date | null; droppedAt: Date | null }) =>
  (sentAt && 'sent') ?? (droppedAt && 'dropped')

const subscribe = ({ userId }: FakeInbox) =>
  ctx.db.insert(subscriptions).values({
    userId,
    status: 'active',
    interval: 'monthly',
    endsAt: new Date('2026-12-20T00:00:00Z'),
  })

test('a subscriber gets no reminder, not even one that was ordered before', async () => {
  const ann = await newTrialUser()
  await run(before(7))
  await subscribe(ann)
  expect(await readAt(ann, before(6))).toEqual([])
  expect(await readAt(ann, before(3))).toEqual([])
  expect(await remindersOf(ann)).toEqual(['7'])
})

test('a user who switches reminders off gets none, not even one that was ordered before', async () => {
  const ann = await newTrialUser()
  await run(before(7))
  await changeUser(ctx, ann, { trialRemindersEnabled: false })
  expect(await readAt(ann, before(6.9))).toEqual([])
  await run(before(3))
  expect(await remindersOf(ann)).toEqual(['7'])
})

test('no reminder is ordered while an admin has switched them off', async () => {
  const ann = await newTrialUser()
  const restore = await changeSettings(ctx.db, { trialReminder: false })
  await run(before(7))
  await restore()
  expect(await remindersOf(ann)).toEqual([])
  await run(new Date(before(7).getTime() + minuteMs))
  expect(await remindersOf(ann)).toEqual(['7'])
})

test('one run orders the reminders of all users, however many', async () => {
  await ctx.db.execute(sql`
    insert into users (email, trial_ends_at)
    select 'many' || n || '@example.com', ${trialEndsAt.toISOString()}::timestamptz
    from generate_series(1, 2100) n`)
  await ctx.db.delete(emails)
  await run(before(7))
  expect(await ctx.db.$count(emails, eq(emails.kind, 'trial-reminder'))).toBeGreaterThan(2_099)
})
