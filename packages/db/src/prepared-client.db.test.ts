import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDb } from './client.ts'
import { settings, users } from './schema.ts'
import { createTestDatabase } from './test-db.ts'

const { db, close } = openDb(await createTestDatabase())
afterAll(close)

const askForSome = (count: number) => {
  const emails = Array.from({ length: count }, (_, place) => `${place}@a.example`)
  return db.select().from(users).where(inArray(users.email, emails))
}
const listKept = async () => {
  const { rows } = await db.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements`,
  )
  return rows.map(({ statement }) => statement)
}

test('what is asked again and again is kept by the server, and answered as before', async () => {
  const ask = (email: string) => db.select().from(users).where(eq(users.email, email))
  await db.insert(users).values({ email: 'ann@a.example' })
  for (const _time of [1, 2, 3, 4])
    expect(await ask('ann@a.example')).toMatchObject([{ email: 'ann@a.example' }])
  expect(await ask('bob@a.example')).toEqual([])
  expect(await listKept()).toEqual([expect.stringContaining('"users"."email" = $1')])
})

test('what is asked rarely, or needs no values, is not', async () => {
  const before = await listKept()
  for (const count of [2, 3, 4, 5]) await askForSome(count)
  for (const _time of [1, 2, 3, 4]) await db.select().from(settings)
  expect(await listKept()).toEqual(before)
})

test('a long list is not kept, however often it is asked', async () => {
  const before = await listKept()
  for (const _time of [1, 2, 3, 4]) await askForSome(2_000)
  expect(await listKept()).toEqual(before)
})

test('a transaction that fails leaves what is kept usable', async () => {
  const divide = (by: number) => sql`select 1 / ${by}::int as result`
  for (const _time of [1, 2, 3, 4]) await db.execute(divide(1))
  await expect(db.transaction((tx) => tx.execute(divide(0)))).rejects.toThrow()
  expect((await db.execute(divide(1))).rows).toEqual([{ result: 1 }])
})
