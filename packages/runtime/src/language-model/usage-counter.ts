import {
  addReservation,
  replaceReservation,
  type DayUsage,
  type UsageCounter,
  type UserDay,
} from '@doorman/classifier/language-model/budget'
import type { Db } from '@doorman/db/client'
import { modelUsage, userModelUsage } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'

/** Counts usage in PostgreSQL, for all worker processes together. */
export function createUsageCounter(db: Db): UsageCounter {
  return {
    reserve: (userDay, cost, limits) =>
      updateUsage(db, userDay, (usage) => addReservation(usage, cost, limits)),
    async replaceReservation(userDay, reserved, actual) {
      await updateUsage(db, userDay, (usage) => replaceReservation(usage, reserved, actual))
    },
  }
}

/**
 * Writes the next usage, or nothing and `false` if `toNext` returns `null`.
 *
 * Two workers that reserve at the same moment would both read the old usage, and one update would
 * be lost. The row lock on the day's row of `model_usage` prevents that: the second transaction
 * waits until the first has committed. Every transaction locks this row first and the user's row
 * second, so they cannot deadlock.
 */
async function updateUsage(
  db: Db,
  { user, day: dayOn }: UserDay,
  toNext: (usage: DayUsage) => DayUsage | null,
): Promise<boolean> {
  const userId = UserId.parse(user)
  const isDay = eq(modelUsage.dayOn, dayOn)
  const isUserDay = and(eq(userModelUsage.userId, userId), eq(userModelUsage.dayOn, dayOn))
  return db.transaction(async (tx) => {
    await tx.insert(modelUsage).values({ dayOn }).onConflictDoNothing()
    const [all] = await tx.select().from(modelUsage).where(isDay).for('update')
    await tx.insert(userModelUsage).values({ userId, dayOn }).onConflictDoNothing()
    const [own] = await tx.select().from(userModelUsage).where(isUserDay).for('update')
    const next = all && own ? toNext({ all, user: own }) : null
    if (!next) return false
    await tx.update(modelUsage).set(next.all).where(isDay)
    await tx.update(userModelUsage).set(next.user).where(isUserDay)
    return true
  })
}
