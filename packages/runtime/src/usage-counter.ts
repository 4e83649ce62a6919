import {
  reserve,
  settle,
  type Account,
  type Used,
  type UsageCounter,
} from '@doorman/classifier/language-model/budget'
import type { Db } from '@doorman/db/client'
import { modelUsage, userModelUsage } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'

/** Keeps count in PostgreSQL. The row of the day is held first, so one goes after the other, in all processes together. */
export function createUsageCounter(db: Db): UsageCounter {
  return {
    reserve: (account, cost, limits) => change(db, account, (used) => reserve(used, cost, limits)),
    async settle(account, reserved, spent) {
      await change(db, account, (used) => settle(used, reserved, spent))
    },
  }
}

/** Whether there was a change to make. */
async function change(
  db: Db,
  { user, day: dayOn }: Account,
  toNext: (used: Used) => Used | null,
): Promise<boolean> {
  const userId = UserId.parse(user)
  const isDay = eq(modelUsage.dayOn, dayOn)
  const isUsers = and(eq(userModelUsage.userId, userId), eq(userModelUsage.dayOn, dayOn))
  return db.transaction(async (tx) => {
    await tx.insert(modelUsage).values({ dayOn }).onConflictDoNothing()
    const [all] = await tx.select().from(modelUsage).where(isDay).for('update')
    await tx.insert(userModelUsage).values({ userId, dayOn }).onConflictDoNothing()
    const [own] = await tx.select().from(userModelUsage).where(isUsers).for('update')
    const next = all && own ? toNext({ all, user: own }) : null
    if (!next) return false
    await tx.update(modelUsage).set(next.all).where(isDay)
    await tx.update(userModelUsage).set(next.user).where(isUsers)
    return true
  })
}
