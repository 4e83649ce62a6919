import { subscriptionStatuses, toPlan, type PlanFacts } from '@doorman/domain/plans/plan'
import type { UserId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subscriptions, users } from '../schema.ts'
import { openTestDb } from '../testing/test-db.ts'
import { isPaidAt, isTrialAt, planColumns } from './plan-facts.ts'

const db = await openTestDb()
const now = new Date('2026-11-17T12:00:00Z')
const at = (days: number, ms = 0) => new Date(now.getTime() + days * dayMs + ms)

/** Around each boundary of the rules: now, the last day of a trial, the days of grace. */
const times = [null, at(-15), at(-14), at(-14, 1), at(-1), at(-1, 1), at(0), at(0, 1), at(3)]

test('the plans that we count are the plans that users have', async () => {
  const people: (typeof users.$inferInsert & { id: UserId })[] = []
  const paying: (typeof subscriptions.$inferInsert)[] = []
  const addUser = (trialEndsAt: Date | null) => {
    const id = randomUUID() as UserId
    people.push({ id, email: `${people.length}@example.com`, trialEndsAt })
    return id
  }
  for (const trialEndsAt of times) addUser(trialEndsAt)
  for (const status of subscriptionStatuses.filter((one) => one !== 'none'))
    for (const endsAt of times)
      for (const periodStartsAt of times) {
        const userId = addUser(times[people.length % times.length] ?? null)
        const ends = endsAt ?? at(-100)
        paying.push({ userId, status, interval: 'monthly', endsAt: ends, periodStartsAt })
      }
  await db.insert(users).values(people)
  await db.insert(subscriptions).values(paying)

  const rows = await db
    .select({
      email: users.email,
      ...planColumns,
      isPaid: sql<boolean>`coalesce(${isPaidAt(now)}, false)`,
      isTrial: sql<boolean>`${isTrialAt(now)}`,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
  const counted = rows.map(({ email, isPaid, isTrial }) => {
    if (isPaid) return `${email} paid`
    return `${email} ${isTrial ? 'trial' : 'free'}`
  })
  const had = rows.map(({ email, ...facts }) => `${email} ${toPlan(facts as PlanFacts, now)}`)
  expect(counted).toEqual(had)
  expect(new Set(had.map((line) => line.split(' ')[1]))).toEqual(new Set(['paid', 'trial', 'free']))
})
