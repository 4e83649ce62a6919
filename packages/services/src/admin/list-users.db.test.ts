import { filteredTotals, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openFakePipeline } from '../testing/fake-pipeline.ts'
import { listUsers, type ListedUser } from './list-users.ts'

const { ctx } = await openFakePipeline()
const total = 120

/** Many users share each value that the list can be sorted by. Every fourth had no trial yet. */
beforeAll(async () => {
  const rows = Array.from({ length: total }, (_, n) => ({
    id: randomUUID() as UserId,
    email: `${n % 2 ? 'ann' : 'bob'}_${String(n).padStart(3, '0')}@example.com`,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 3))),
    trialEndsAt: n % 4 === 0 ? null : new Date(Date.UTC(2026, 5, 1 + (n % 2))),
  }))
  await ctx.db.insert(users).values(rows)
  // More precise than a JavaScript date.
  await ctx.db.execute(
    `update users set created_at = created_at + interval '123 microseconds' where email like 'ann%'`,
  )
  for (const [n, { id }] of rows.entries())
    await ctx.db
      .update(filteredTotals)
      .set({ filtered: n % 5 })
      .where(eq(filteredTotals.userId, id))
})

async function listAll(query: Parameters<typeof listUsers>[1]): Promise<ListedUser[]> {
  const all: ListedUser[] = []
  let cursor: string | null | undefined
  do {
    const page = await listUsers(ctx, { ...query, cursor: cursor ?? undefined })
    expect(page.list.length).toBeLessThanOrEqual(50)
    all.push(...page.list)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

const values = {
  createdAt: ({ createdAt }: ListedUser) => createdAt.getTime(),
  email: ({ email }: ListedUser) => email,
  filteredEmailCount: ({ filteredEmailCount }: ListedUser) => filteredEmailCount,
  trialEndDate: ({ trialEndDate }: ListedUser) => trialEndDate?.getTime() ?? null,
}
const cases = (['createdAt', 'email', 'filteredEmailCount', 'trialEndDate'] as const).flatMap(
  (sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })),
)

test.each(cases)(
  'pages sorted by $sort $order list every user exactly once, in that order',
  async ({ sort, order }) => {
    const all = await listAll({ sort, order })
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    expect(all).toHaveLength(total)
    const sign = order === 'asc' ? 1 : -1
    const listed = all.map((user) => values[sort](user))
    const filled = listed.filter((value) => value !== null)
    expect(filled).toEqual(
      filled.toSorted((one, other) => sign * (one < other ? -1 : +(one > other))),
    )
    // Users without a value come last in both orders.
    expect(listed.slice(filled.length).every((value) => value === null)).toBe(true)
  },
)

test.each(cases)('a search by $sort $order finds the same users in the same order', async (by) => {
  const all = (await listAll(by)).filter(({ email }) => email.includes('ann_'))
  expect(await listAll({ ...by, search: 'ANN_' })).toEqual(all)
  expect(all).toHaveLength(total / 2)
})

test('a search finds parts of addresses; its wildcards are plain text', async () => {
  const found = async (search: string) =>
    (await listAll({ search, sort: 'email', order: 'asc' })).map(({ email }) => email)
  expect(await found('_007@')).toEqual(['ann_007@example.com'])
  expect(await found(' ob_00 ')).toHaveLength(5)
  expect(await found('7@')).toHaveLength(12)
  for (const nothing of ['%', 'a%b', '\\', "'", 'zzz', 'q'])
    expect(await found(nothing)).toEqual([])
})

test('users are listed newest first by default', async () => {
  expect((await listUsers(ctx, {})).list).toEqual(
    (await listUsers(ctx, { sort: 'createdAt', order: 'desc' })).list,
  )
})

test('a cursor still works after a user was deleted or their count has changed', async () => {
  const by = { sort: 'filteredEmailCount', order: 'desc' } as const
  const before = (await listAll(by)).map(({ id }) => id)
  const { list, nextCursor } = await listUsers(ctx, by)
  const [first] = list
  const last = list.at(-1)
  await ctx.db
    .update(filteredTotals)
    .set({ filtered: 9 })
    .where(eq(filteredTotals.userId, last?.id ?? before[0]!))
  await ctx.db.delete(users).where(eq(users.id, first?.id ?? before[0]!))
  const next = await listUsers(ctx, { ...by, cursor: nextCursor ?? '' })
  expect(next.list.map(({ id }) => id)).toEqual(before.slice(50, 100))
})

test('a cursor of another order, a changed one and an invented one are refused', async () => {
  const { nextCursor } = await listUsers(ctx, { sort: 'createdAt' })
  const cursor = nextCursor ?? ''
  const [text = '', signature = ''] = cursor.split('.')
  const forged = Buffer.from('["createdAt","desc","now()","x"]').toString('base64url')
  for (const bad of ['', 'x', text, `${text}.`, `.${signature}`, `${forged}.${signature}`])
    await expect(listUsers(ctx, { sort: 'createdAt', cursor: bad })).rejects.toMatchObject({
      code: 'invalid',
    })
  await expect(listUsers(ctx, { sort: 'email', cursor })).rejects.toMatchObject({ code: 'invalid' })
  await expect(listUsers(ctx, { sort: 'createdAt', order: 'asc', cursor })).rejects.toMatchObject({
    code: 'invalid',
  })
})
