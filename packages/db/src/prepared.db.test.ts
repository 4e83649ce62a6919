import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { oncePer, prepareSql } from './prepared.ts'
import { openTestDb } from './testing/test-db.ts'

const db = await openTestDb()

test('a statement is built once and executed with other values each time, in a transaction, too', async () => {
  const build = vi.fn()
  const add = prepareSql<{ left: number; right: number }, { sum: number }>((place) => {
    build()
    return sql`select ${place('left')}::int + ${place('right')}::int as sum`
  })
  expect(build).not.toHaveBeenCalled()
  expect(await add(db, { left: 1, right: 2 })).toEqual([{ sum: 3 }])
  expect(await add(db, { left: 3, right: 4 })).toEqual([{ sum: 7 }])
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table added on commit drop as select 5 as value`)
    const select = prepareSql<{ more: number }, { value: number }>(
      (place) => sql`select value + ${place('more')}::int as value from added`,
    )
    expect(await select(tx, { more: 1 })).toEqual([{ value: 6 }])
  })
  expect(build).toHaveBeenCalledTimes(1)
})

test('arrays, times and null arrive as they do in a statement that is built each time', async () => {
  const at = new Date('2026-03-29T01:30:00.123Z')
  const select = prepareSql<{ ids: readonly string[]; at: Date; none: null }, object>(
    (place) => sql`select array_length(${place('ids')}::text[], 1) as count,
      ${place('at')}::timestamptz = ${at.toISOString()}::timestamptz as "isSame",
      ${place('none')}::text as none`,
  )
  expect(await select(db, { ids: ['a', 'b,"{}'], at, none: null })).toEqual([
    { count: 2, isSame: true, none: null },
  ])
})

test('a missing value fails the statement', async () => {
  const select = prepareSql<{ value?: number }, object>((place) => sql`select ${place('value')}`)
  await expect(select(db, {})).rejects.toThrow('value')
})

test('oncePer makes one thing for each key, even if it is undefined', () => {
  const make = vi.fn((key: { readonly id: number }) => (key.id === 1 ? undefined : key.id))
  const made = oncePer(make)
  const [first, second] = [{ id: 1 }, { id: 2 }]
  expect([made(first), made(second), made(first), made(second)]).toEqual([
    undefined,
    2,
    undefined,
    2,
  ])
  expect(make).toHaveBeenCalledTimes(2)
})
