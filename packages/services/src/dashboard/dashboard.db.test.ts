import { dailyCounts, users } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { actorOf, setAsideIn } from '../filtered-emails/fake-filtered.ts'
import { sayWord } from '../filtered-emails/say-word.ts'
import type { Word } from '../last-word.ts'
import { loadDashboardChart } from './load-dashboard-chart.ts'
import { loadDashboardStats } from './load-dashboard-stats.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const dayMs = 86_400_000
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
  '135: %s counts its days, of all mailboxes of the user and nobody else’s',
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

test('A-36: a day is the user’s own', async () => {
  const ann = await newInbox()
  const midnightMs = Math.ceil(ctx.now().getTime() / dayMs) * dayMs
  world.advance(midnightMs - 3_600_000 - ctx.now().getTime())
  await ctx.db.update(users).set({ timeZone: 'Asia/Tokyo' }).where(eq(users.id, ann.userId))
  const today = new Date(midnightMs).toISOString().slice(0, 10)
  await setAsideIn(world, ann, { from: 'late@vendor.example' })
  const { points } = await loadDashboardChart(ctx, actorOf(ann), { timeRange: 'today' })
  expect(points).toEqual([{ day: today, processed: 1, filtered: 1 }])

  // In the evening there, which is a new day to UTC.
  world.advance(14 * 3_600_000)
  const evening = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'today' })
  expect(evening).toMatchObject({ filtered: 1, domains: [{ domain: 'vendor.example', count: 1 }] })
  world.advance(2 * 3_600_000)
  const nextDay = await loadDashboardStats(ctx, actorOf(ann), { timeRange: 'today' })
  expect(nextDay).toMatchObject({ filtered: 0, domains: [] })
})

test('141: the domains that were filtered most come first', async () => {
  const ann = await newInbox()
  for (const from of ['a@two.example', 'b@one.example', 'c@two.example', '"odd@name"@two.example'])
    await setAsideIn(world, ann, { from })
  await setAsideIn(world, ann, { from: null })
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

test('138: what is back in the inbox is not counted, until it is set aside again', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const [first, second] = [
    await setAsideIn(world, ann, { from: 'a@one.example' }),
    await setAsideIn(world, ann, { from: 'b@two.example' }),
  ]
  await setAsideIn(world, bob)
  const load = async () => {
    const input = { timeRange: 'today' } as const
    const { processed, filtered, domains } = await loadDashboardStats(ctx, actorOf(ann), input)
    const { points } = await loadDashboardChart(ctx, actorOf(ann), input)
    expect(points).toMatchObject([{ processed, filtered }])
    return { processed, filtered, domains: domains.map(({ domain }) => domain) }
  }
  const say = (word: Word, ...said: { id: DecisionId }[]) =>
    sayWord(ctx, actorOf(ann), { ids: said.map(({ id }) => id), word })

  await say('restored', first)
  const without = { processed: 2, filtered: 1, domains: ['two.example'] }
  expect(await load()).toEqual(without)
  await say('restored', first)
  expect(await load()).toEqual(without)
  await say('restored', first, second)
  expect(await load()).toEqual({ processed: 2, filtered: 0, domains: [] })
  await say('spam', second)
  expect(await load()).toEqual(without)
  await say('undone', first)
  expect(await load()).toMatchObject({ processed: 2, filtered: 2 })

  const others = await loadDashboardStats(ctx, actorOf(bob), { timeRange: 'today' })
  expect(others).toMatchObject({ processed: 1, filtered: 1 })
})

test('143, 144: the trial is told as billing tells it', async () => {
  const ann = await newInbox()
  const load = () => loadDashboardStats(ctx, actorOf(ann), { timeRange: 'all' })
  expect(await load()).toMatchObject({ trialDaysLeft: 10, subscriptionStatus: 'none' })
  await ctx.db.update(users).set({ trialEndsAt: null }).where(eq(users.id, ann.userId))
  expect(await load()).toMatchObject({ trialDaysLeft: null })
})

test('somebody without a mailbox has zeros', async () => {
  const [user] = await ctx.db.insert(users).values({ email: 'new@example.com' }).returning()
  const actor = { userId: user?.id ?? (await newInbox()).userId, sessionId: '' }
  expect(await loadDashboardStats(ctx, actor, { timeRange: 'all' })).toEqual({
    processed: 0,
    filtered: 0,
    trialDaysLeft: null,
    mailboxCount: 0,
    subscriptionStatus: 'none',
    domains: [],
  })
})
