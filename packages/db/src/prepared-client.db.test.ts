import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings, users } from './schema.ts'
import { openPreparingDb } from './testing/test-db.ts'

const db = await openPreparingDb()

const selectByEmails = (count: number) => {
  const emails = Array.from({ length: count }, (_, index) => `${index}@a.example`)
  return db.select().from(users).where(inArray(users.email, emails))
}
const listPrepared = async () => {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements`,
  )
  return rows.map(({ statement }) => statement)
}

test('a frequent statement is prepared and returns the same rows', async () => {
  const selectByEmail = (email: string) => db.select().from(users).where(eq(users.email, email))
  await db.insert(users).values({ email: 'ann@a.example' })
  for (const _time of [1, 2, 3, 4])
    expect(await selectByEmail('ann@a.example')).toMatchObject([{ email: 'ann@a.example' }])
  expect(await selectByEmail('bob@a.example')).toEqual([])
  expect(await listPrepared()).toEqual([expect.stringContaining('"users"."email" = $1')])
})

test('a rare statement and one without values are not prepared', async () => {
  const before = await listPrepared()
  for (const count of [2, 3, 4, 5]) await selectByEmails(count)
  for (const _time of [1, 2, 3, 4]) await db.select().from(settings)
  expect(await listPrepared()).toEqual(before)
})

test('a statement with a long list is never prepared', async () => {
  const before = await listPrepared()
  for (const _time of [1, 2, 3, 4]) await selectByEmails(2_000)
  expect(await listPrepared()).toEqual(before)
})

test('prepared statements still work after a failed transaction', async () => {
  const divide = (by: number) => sql`select 1 / ${by}::int as result`
  for (const _time of [1, 2, 3, 4]) await db.execute(divide(1))
  await expect(db.transaction((tx) => tx.execute(divide(0)))).rejects.toThrow()
  expect((await db.execute(divide(1))).rows).toEqual([{ result: 1 }])
})
