import type { UserId } from '@doorman/domain/ids'
import type { PlanFacts, SubscriptionInterval } from '@doorman/domain/plans/plan'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { subscriptions, users } from '../schema.ts'

export type UserPlan = PlanFacts & {
  readonly interval: SubscriptionInterval | null
  /** When the subscription ends, if the user has cancelled it. */
  readonly cancelsAt: Date | null
  /** What is still to be paid of the oldest overdue invoice. */
  readonly overdueCents: number | null
}

/** Columns for queries that join users and subscriptions. */
export const planColumns = {
  subscriptionStatus: sql<
    PlanFacts['subscriptionStatus']
  >`coalesce(${subscriptions.status}, 'none')`,
  periodStartsAt: subscriptions.periodStartsAt,
  subscriptionEndsAt: subscriptions.endsAt,
  trialEndsAt: users.trialEndsAt,
}

/** What a user's plan is derived from. A deleted user has no plan facts. */
export async function loadPlanFacts(db: Db, userId: UserId): Promise<UserPlan> {
  const [found] = await db
    .select({
      ...planColumns,
      interval: subscriptions.interval,
      cancelsAt: subscriptions.cancelsAt,
      overdueCents: subscriptions.overdueCents,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
  return found ?? noPlan
}

const noPlan: UserPlan = {
  subscriptionStatus: 'none',
  periodStartsAt: null,
  subscriptionEndsAt: null,
  trialEndsAt: null,
  interval: null,
  cancelsAt: null,
  overdueCents: null,
}
