import { decisions, users } from '@doorman/db/schema'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { keepGroupNames } from '@doorman/domain/screening/keep-groups'
import { dayMs, toDayIn } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actorOf } from '../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { listActivityDays } from './list-activity-days.ts'
import { listActivity } from './list-activity.ts'

const { ctx, newInbox } = await openFakePipeline()
const now = ctx.now()

type Row = Partial<typeof decisions.$inferInsert>
let rows = 0

async function add({ id: mailboxId }: FakeInbox, ...overrides: Row[]): Promise<void> {
  await ctx.db.insert(decisions).values(
    overrides.map((row) => ({
      mailboxId,
      providerMessageId: `message-${(rows += 1)}` as ProviderMessageId,
      decidedAt: now,
      ...(row.outcome === 'keep' ? {} : { receivedAt: now, subject: 'Hi' }),
      ...toRow(row),
    })),
  )
}
const toRow = ({ outcome = 'filter', reason = 'blocked-sender', ...row }: Row) => ({
  outcome,
  reason,
  ...row,
})

const kept = (reason: string, row: Row = {}): Row => ({ outcome: 'keep', reason, ...row })
const days = (inbox: FakeInbox, query: Parameters<typeof listActivityDays>[2] = {}) =>
  listActivityDays(ctx, actorOf(inbox), query)
const list = (inbox: FakeInbox, query: Partial<Parameters<typeof listActivity>[2]> = {}) =>
  listActivity(ctx, actorOf(inbox), { limit: 100, ...query })
const daysAgo = (count: number) => new Date(now.getTime() - count * dayMs)
const nothingKept = Object.fromEntries(keepGroupNames.map((name) => [name, 0]))

async function newBusyInbox() {
  const ann = await newInbox()
  await add(
    ann,
    { state: 'pending' },
    { state: 'spam' },
    { state: 'restored', restoredBy: 'user' },
    { state: 'returned', restoredBy: 'user' },
    { outcome: 'observe' },
    { outcome: 'observe', state: 'restored' },
    kept('known-contact'),
    kept('reply'),
    kept('mailing-list'),
    kept('not-cold'),
    kept('gone'),
    kept('a reason of another version'),
  )
  return ann
}

test('each decision is counted once, in its day and group', async () => {
  const ann = await newBusyInbox()
  const yesterday = daysAgo(1)
  await add(ann, kept('unsure', { decidedAt: yesterday }))
  expect(await days(ann)).toEqual([
    {
      day: toDayIn('UTC', now),
      filtered: 2,
      wouldMove: 1,
      restored: 3,
      kept: { ...nothingKept, people: 2, newsletters: 1, 'not-cold': 1, other: 2 },
    },
    {
      day: toDayIn('UTC', yesterday),
      filtered: 0,
      wouldMove: 0,
      restored: 0,
      kept: { ...nothingKept, unsure: 1 },
    },
  ])
})

test('a group lists as many entries as its day counts', async () => {
  const ann = await newBusyInbox()
  // Another user, whose entries must not be listed.
  await newBusyInbox()
  await add(ann, kept('reply', { decidedAt: daysAgo(1) }))
  const [today] = await days(ann)
  const counts = {
    filtered: today?.filtered,
    'would-move': today?.wouldMove,
    restored: today?.restored,
    kept: Object.values(today?.kept ?? {}).reduce((sum, count) => sum + count),
    ...today?.kept,
  }
  const listed: Record<string, number> = {}
  for (const group of ['filtered', 'would-move', 'restored', 'kept', ...keepGroupNames] as const)
    listed[group] = (await list(ann, { day: today?.day, group })).length
  expect(listed).toEqual(counts)
  expect(await list(ann, { group: 'people' })).toHaveLength(3)
  expect(await list(ann, { day: toDayIn('UTC', daysAgo(1)) })).toHaveLength(1)
})

test('days begin at midnight in the user’s time zone', async () => {
  const ann = await newInbox()
  const timeZone = 'Pacific/Auckland'
  await ctx.db.update(users).set({ timeZone }).where(eq(users.id, ann.userId))
  const midnightUtc = new Date(`${toDayIn('UTC', daysAgo(3))}T00:00Z`)
  await add(ann, kept('reply', { decidedAt: midnightUtc }))
  await add(ann, kept('reply', { decidedAt: new Date(midnightUtc.getTime() + 14 * 60 * 60_000) }))
  const [second, first] = await days(ann)
  expect(first?.day).toBe(toDayIn(timeZone, midnightUtc))
  expect(first?.day).not.toBe(second?.day)
  expect(await list(ann, { day: first?.day })).toMatchObject([{ decidedAt: midnightUtc }])
  expect(await days(ann, { before: second?.day })).toEqual([first])
})

test('days are paged, filtered by account, and never older than 30 days', async () => {
  const ann = await newInbox()
  const second = await newInbox({ of: ann })
  for (const count of [0, 1, 5]) await add(ann, kept('reply', { decidedAt: daysAgo(count) }))
  await add(second, kept('reply', { decidedAt: daysAgo(2) }))
  await add(ann, kept('reply', { decidedAt: daysAgo(31) }))
  const all = (await days(ann)).map(({ day }) => day)
  expect(all).toEqual([0, 1, 2, 5].map((count) => toDayIn('UTC', daysAgo(count))))
  const page = (await days(ann, { limit: 2 })).map(({ day }) => day)
  expect(page).toEqual(all.slice(0, 2))
  expect((await days(ann, { before: page[1] })).map(({ day }) => day)).toEqual(all.slice(2))
  expect((await days(ann, { accountId: second.id })).map(({ day }) => day)).toEqual([all[2]])
  expect(await days(ann, { before: '1000-01-01' })).toEqual([])
})

test('another user’s decisions are not counted', async () => {
  const [ann, bob] = [await newInbox(), await newBusyInbox()]
  expect(await days(ann)).toEqual([])
  expect(await days(ann, { accountId: bob.id })).toEqual([])
})
