import { users } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/testing/test-db'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createUsageCounter } from './usage-counter.ts'

const db = await openTestDb()
const cost = { tokens: 10, microUsd: 1 }
const toLimit = (tokens: number) => ({ tokens, microUsd: 1_000 })
let days = 0

async function open() {
  // Each test has its own day, because the usage of all users is counted by day.
  const day = `2026-01-${String((days += 1)).padStart(2, '0')}`
  const newUserDay = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const [user] = await db.insert(users).values({ email }).returning()
    return { user: user?.id ?? '', day }
  }
  return { counter: createUsageCounter(db), newUserDay, ann: await newUserDay() }
}

test('concurrent workers reserve exactly up to the limit of a user', async () => {
  const { counter, ann, newUserDay } = await open()
  const limits = { user: toLimit(55), all: toLimit(1_000) }
  const tries = Array.from({ length: 20 }, () => counter.reserve(ann, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(5)
  expect(await counter.reserve(await newUserDay(), cost, limits)).toBe(true)
})

test('concurrent workers reserve exactly up to the limit of all users', async () => {
  const { counter, newUserDay } = await open()
  const limits = { user: toLimit(1_000), all: toLimit(70) }
  const userDays = await Promise.all(Array.from({ length: 10 }, newUserDay))
  const tries = userDays.map((userDay) => counter.reserve(userDay, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(7)
})

test('concurrent workers reserve exactly up to a limit in money', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(1_000), all: { tokens: 1_000, microUsd: 3 } }
  const tries = Array.from({ length: 5 }, () => counter.reserve(ann, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3)
})

test('unused reserved tokens become available again, to other processes, too', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  expect(await counter.reserve(ann, cost, limits)).toBe(true)
  expect(await createUsageCounter(db).reserve(ann, cost, limits)).toBe(false)
  await counter.replaceReservation(ann, cost, { tokens: 0, microUsd: 0 })
  expect(await createUsageCounter(db).reserve(ann, cost, limits)).toBe(true)
})

test('usage starts at zero on the next day', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  expect(await counter.reserve(ann, cost, limits)).toBe(true)
  expect(await counter.reserve({ ...ann, day: '2027-01-01' }, cost, limits)).toBe(true)
})

test('deleting a user deletes their usage and leaves the usage of all users', async () => {
  const { counter, ann, newUserDay } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  await counter.reserve(ann, cost, limits)
  await db.delete(users).where(eq(users.email, await loadEmail(ann.user)))
  expect(await counter.reserve(await newUserDay(), cost, limits)).toBe(false)
})

async function loadEmail(id: string): Promise<string> {
  const all = await db.select().from(users)
  return all.find((user) => user.id === id)?.email ?? ''
}
