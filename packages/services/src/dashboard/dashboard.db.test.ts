import { dailyCounts, decisions, mailboxes, users } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf, forgetSender, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { takeAction } from '../user-actions/take-action.ts'
import type { TimeRange } from '@doorman/domain/site/dashboard'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { loadDashboardChart } from './load-dashboard-chart.ts'
import { loadDashboardStats } from './load-dashboard-stats.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const daysAgo = (days: number) =>
  new Date(ctx.now().getTime() - days * dayMs).toISOString().slice(0, 10)
const addCount = (
  { id: mailboxId }: FakeInbox,
  days: number,
  processed: number,
  filtered: number,
) => ctx.db.insert(dailyCounts).values({ mailboxId, dayOn: daysAgo(days), processed, filtered })

test.each([
  ['today', 10, 1],
  ['week', 30, 3],
  ['month', 60, 6],
  ['90days', 100, 10],
  ['all', 150, 15],
] as const)(
  'the range %s adds up its days over all mailboxes of this user only',
  async (timeRange, processed, filtered) => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    const second = await newInbox({ of: ann })
    await addCount(ann, 0, 10, 1)
    await addCount(second, 6, 20, 2)
    await addCount(second, 29, 30, 3)
    await addCount(ann, 89, 40, 4)
    await addCount(ann, 90, 50, 5)
    await addCount(bob, 0, 1_000, 900)
    const stats = await loadDashboardStats(ctx, actorOf(ann), { timeRange })
    expect(stats).toMatchObject({ processed, filtered, mailboxCount: 2 })
    const { points } = await loadDashboardChart(ctx, actorOf(ann), { timeRange })
    expect(points.reduce((sum, point) => sum + point.filtered, 0)).toBe(filtered)
  },
)

test('days are counted in the user’s time zone', async () => {
  const ann = await newInbox()
  const midnightMs = Math.ceil(ctx.now().getTime() / dayMs) * dayMs
  world.advance(midnightMs - hourMs - ctx.now().getTime())
  await ctx.db.update(users).set({ timeZone: 'Asia/Tokyo' }).where(eq(users.id, ann.userId))
  const today = new Date(midnightMs).toISOString().slice(0, 10)
  await receiveAndSetAside(world, ann, { from: 'late@vendor.example' })
  const { points } = await loadDashboardChart(ctx, actorOf(ann), { timeRange: 'today' })
  expect(points).toEqual([{ day: today, processed: 1, filtered: 1 }])

  // Evening in Tokyo, and already the next day in UTC.
  world.advance(14 * hourMs)
  const evening = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'today' })
  expect(evening).toMatchObject({ filtered: 1, domains: [{ domain: 'vendor.example', count: 1 }] })
  world.advance(2 * hourMs)
  const nextDay = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'today' })
  expect(nextDay).toMatchObject({ filtered: 0, domains: [] })
})

test('domains are listed by the number of filtered messages', async () => {
  const ann = await newInbox()
  for (const from of ['a@two.example', 'b@one.example', 'c@two.example', '"odd@name"@two.example'])
    await receiveAndSetAside(world, ann, { from })
  await forgetSender(world, (await receiveAndSetAside(world, ann)).id)
  world.judgeAll('ordinary')
  ann.receive({ from: 'kim@kept.example' })
  await sync(ann)
  const stats = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'today' })
  expect(stats).toMatchObject({
    processed: 6,
    filtered: 5,
    domains: [
      { domain: 'two.example', count: 3 },
      { domain: 'one.example', count: 1 },
    ],
  })
  world.advance(8 * dayMs)
  const later = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'week' })
  expect(later.domains).toEqual([])
})

test('kinds are counted; a message that was filtered because of its sender counts as another kind', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const because = [
    { category: 'recruiter' },
    { category: 'sales' },
    { reason: 'blocked-sender', category: null, score: null },
    { category: 'sales' },
  ] as const
  for (const values of because) {
    const { id } = await receiveAndSetAside(world, ann)
    await ctx.db.update(decisions).set(values).where(eq(decisions.id, id))
  }
  await receiveAndSetAside(world, bob)
  const kindsIn = async (timeRange: TimeRange) =>
    (await loadDashboardStats(ctx, actorOf(ann), { timeRange })).kinds
  expect(await kindsIn('today')).toEqual([
    { kind: 'sales', count: 2 },
    { kind: 'other', count: 1 },
    { kind: 'recruiter', count: 1 },
  ])
  world.advance(8 * dayMs)
  expect(await kindsIn('week')).toEqual([])
})

test('a restored message is not counted as filtered until the restore is undone', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const [first, second] = [
    await receiveAndSetAside(world, ann, { from: 'a@one.example' }),
    await receiveAndSetAside(world, ann, { from: 'b@two.example' }),
  ]
  await receiveAndSetAside(world, bob)
  const load = async () => {
    const input = { timeRange: 'today' } as const
    const { processed, filtered, domains } = await loadDashboardStats(ctx, actorOf(ann), input)
    const { points } = await loadDashboardChart(ctx, actorOf(ann), input)
    expect(points).toMatchObject([{ processed, filtered }])
    return { processed, filtered, domains: domains.map(({ domain }) => domain) }
  }
  const apply = (action: UserAction, ...emails: { id: DecisionId }[]) =>
    takeAction(ctx, actorOf(ann), { ids: emails.map(({ id }) => id), action })

  await apply('restore', first)
  const without = { processed: 2, filtered: 1, domains: ['two.example'] }
  expect(await load()).toEqual(without)
  await apply('restore', first)
  expect(await load()).toEqual(without)
  await apply('restore', first, second)
  expect(await load()).toEqual({ processed: 2, filtered: 0, domains: [] })
  await apply('report-spam', second)
  expect(await load()).toEqual(without)
  await apply('undo', first)
  expect(await load()).toMatchObject({ processed: 2, filtered: 2 })

  const others = await loadDashboardStats(ctx, actorOf(bob), { timeRange: 'today' })
  expect(others).toMatchObject({ processed: 1, filtered: 1 })
})

test('messages of a first scan count on the days on which they arrived', async () => {
  const ann = await newInbox()
  world.judgeAll('cold')
  for (const days of [0, 3, 3, 20])
    ann.receive({
      from: `pat@vendor${days}.example`,
      receivedAt: new Date(ctx.now().getTime() - days * dayMs),
    })
  // The provider's clock is ahead, so the message counts today.
  ann.receive({
    from: 'pat@vendor0.example',
    receivedAt: new Date(ctx.now().getTime() + 3 * dayMs),
  })
  await sync(ann)
  const load = async (timeRange: TimeRange) => {
    const { filtered, domains } = await loadDashboardStats(ctx, actorOf(ann), { timeRange })
    return { filtered, domains: domains.map(({ domain }) => domain) }
  }
  const [today, earlier, long] = ['vendor0.example', 'vendor3.example', 'vendor20.example']
  expect(await load('today')).toEqual({ filtered: 2, domains: [today] })
  expect(await load('week')).toEqual({ filtered: 4, domains: [today, earlier] })
  expect(await load('month')).toEqual({ filtered: 5, domains: [today, earlier, long] })
  const { points } = await loadDashboardChart(ctx, actorOf(ann), { timeRange: 'month' })
  expect(points.filter(({ filtered }) => filtered > 0)).toEqual([
    { day: daysAgo(20), processed: 1, filtered: 1 },
    { day: daysAgo(3), processed: 2, filtered: 2 },
    { day: daysAgo(0), processed: 2, filtered: 2 },
  ])
})

test('an email that is put back is subtracted from its day of arrival, even after the time zone changed', async () => {
  const ann = await newInbox()
  const receivedAt = new Date(ctx.now().getTime() - 5 * dayMs)
  const { id } = await receiveAndSetAside(world, ann, { receivedAt })
  await ctx.db.update(users).set({ timeZone: 'Pacific/Kiritimati' }).where(eq(users.id, ann.userId))
  await takeAction(ctx, actorOf(ann), { ids: [id], action: 'put-back' })
  expect(await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id))).toEqual([
    { mailboxId: ann.id, dayOn: daysAgo(5), processed: 1, filtered: 1, restored: 1 },
  ])
})

test('a restored decision of an earlier version is subtracted from the day on which it was made', async () => {
  const ann = await newInbox()
  const receivedAt = new Date(ctx.now().getTime() - 5 * dayMs)
  const { id } = await receiveAndSetAside(world, ann, { receivedAt })
  await ctx.db.update(decisions).set({ countedOn: null }).where(eq(decisions.id, id))
  await ctx.db
    .update(dailyCounts)
    .set({ dayOn: daysAgo(0) })
    .where(eq(dailyCounts.mailboxId, ann.id))
  await takeAction(ctx, actorOf(ann), { ids: [id], action: 'restore' })
  expect(await ctx.db.select().from(dailyCounts).where(eq(dailyCounts.mailboxId, ann.id))).toEqual([
    { mailboxId: ann.id, dayOn: daysAgo(0), processed: 1, filtered: 1, restored: 1 },
  ])
})

test('an observed message is counted until the user moves or keeps it', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const second = await newInbox({ of: ann })
  world.judgeAll('cold')
  for (const inbox of [ann, second, bob]) {
    await ctx.db.update(mailboxes).set({ isObserveOnly: true }).where(eq(mailboxes.id, inbox.id))
    for (const days of [0, 6, 7])
      inbox.receive({
        from: `pat@vendor${days}.example`,
        receivedAt: new Date(ctx.now().getTime() - days * dayMs),
      })
    await sync(inbox)
  }
  const load = (timeRange: TimeRange) => loadDashboardStats(ctx, actorOf(ann), { timeRange })
  expect(await load('week')).toMatchObject({ wouldMove: 4, filtered: 0, firstDay: daysAgo(6) })
  expect(await load('all')).toMatchObject({ wouldMove: 6, filtered: 0, firstDay: null })
  const [oldest, older, today] = await ann.decisions()
  const take = (action: UserAction, id: DecisionId | undefined) =>
    takeAction(ctx, actorOf(ann), { ids: id ? [id] : [], action })
  await take('restore', oldest?.id)
  await take('set-aside', older?.id)
  await take('report-spam', today?.id)
  expect(await load('all')).toMatchObject({ wouldMove: 3, filtered: 2, processed: 6 })
  await take('undo', oldest?.id)
  expect(await load('all')).toMatchObject({ wouldMove: 4, filtered: 2, processed: 6 })
})

test('the days left in the trial are the same as on the billing page', async () => {
  const ann = await newInbox()
  const load = () => loadDashboardStats(ctx, actorOf(ann), { timeRange: 'all' })
  expect(await load()).toMatchObject({ trialDaysLeft: 10, subscriptionStatus: 'none' })
  await ctx.db.update(users).set({ trialEndsAt: null }).where(eq(users.id, ann.userId))
  expect(await load()).toMatchObject({ trialDaysLeft: null })
})

test('a user without a mailbox gets zeros', async () => {
  const [user] = await ctx.db.insert(users).values({ email: 'new@example.com' }).returning()
  const actor = { userId: user?.id ?? (await newInbox()).userId, sessionId: '' }
  expect(await loadDashboardStats(ctx, actor, { timeRange: 'all' })).toEqual({
    processed: 0,
    filtered: 0,
    wouldMove: 0,
    firstDay: null,
    trialDaysLeft: null,
    mailboxCount: 0,
    subscriptionStatus: 'none',
    kinds: [],
    domains: [],
  })
})
