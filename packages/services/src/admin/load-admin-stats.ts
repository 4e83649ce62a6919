import { isPaidAt, isTrialAt } from '@doorman/db/queries/plan-facts'
import { filteredTotals, subscriptions, users } from '@doorman/db/schema'
import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

export type AdminStats = {
  readonly totalUsers: number
  /** Filtered emails of connected mailboxes, without those that are back in the inbox. */
  readonly totalFilteredEmails: number
  readonly activeSubscriptions: number
  readonly trialUsers: number
}

/** Reads no decisions, and of `users` only those who are in a trial. */
export async function loadAdminStats({ db, now }: Context): Promise<AdminStats> {
  const [totals] = await db
    .select({
      users: sql<string>`count(*)`,
      filtered: sql<string>`coalesce(sum(greatest(${filteredTotals.filtered}, 0)), 0)`,
    })
    .from(filteredTotals)
  const paid = db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, users.id), isPaidAt(now())))
  return {
    totalUsers: Number(totals?.users ?? 0),
    totalFilteredEmails: Number(totals?.filtered ?? 0),
    activeSubscriptions: await db.$count(subscriptions, isPaidAt(now())),
    trialUsers: await db.$count(users, and(isTrialAt(now()), notExists(paid))),
  }
}
