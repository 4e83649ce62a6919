import { users } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/test-db'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createUsageCounter } from './usage-counter.ts'

const db = await openTestDb()
const cost = { tokens: 10, microUsd: 1 }
const toLimit = (tokens: number) => ({ tokens, microUsd: 1_000 })
let days = 0

async function open() {
  // A day of its own, for what is used in all is used by everybody.
  const day = `2026-01-${String((days += 1)).padStart(2, '0')}`
  const newAccount = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const [user] = await db.insert(users).values({ email }).returning()
    return { user: user?.id ?? '', day }
  }
  return { counter: createUsageCounter(db), newAccount, ann: await newAccount() }
}

test('R28: together, workers reserve no more than a user may have, and not less', async () => {
  const { counter, ann, newAccount } = await open()
  const limits = { user: toLimit(55), all: toLimit(1_000) }
  const tries = Array.from({ length: 20 }, () => counter.reserve(ann, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(5)
  expect(await counter.reserve(await newAccount(), cost, limits)).toBe(true)
})

test('R28: nor more than all of them together may have', async () => {
  const { counter, newAccount } = await open()
  const limits = { user: toLimit(1_000), all: toLimit(70) }
  const accounts = await Promise.all(Array.from({ length: 10 }, newAccount))
  const tries = accounts.map((account) => counter.reserve(account, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(7)
})

test('R28: a limit in money holds as well', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(1_000), all: { tokens: 1_000, microUsd: 3 } }
  const tries = Array.from({ length: 5 }, () => counter.reserve(ann, cost, limits))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3)
})

test('what was reserved and not used is there for the next, after a restart too', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  expect(await counter.reserve(ann, cost, limits)).toBe(true)
  expect(await createUsageCounter(db).reserve(ann, cost, limits)).toBe(false)
  await counter.settle(ann, cost, { tokens: 0, microUsd: 0 })
  expect(await createUsageCounter(db).reserve(ann, cost, limits)).toBe(true)
})

test('the next day is a new one', async () => {
  const { counter, ann } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  expect(await counter.reserve(ann, cost, limits)).toBe(true)
  expect(await counter.reserve({ ...ann, day: '2027-01-01' }, cost, limits)).toBe(true)
})

test('S16: what a user has used goes with the user, and what all have used stays', async () => {
  const { counter, ann, newAccount } = await open()
  const limits = { user: toLimit(10), all: toLimit(10) }
  await counter.reserve(ann, cost, limits)
  await db.delete(users).where(eq(users.email, await loadEmail(ann.user)))
  expect(await counter.reserve(await newAccount(), cost, limits)).toBe(false)
})

async function loadEmail(id: string): Promise<string> {
  const all = await db.select().from(users)
  return all.find((user) => user.id === id)?.email ?? ''
}
