import type { UserId } from '@doorman/domain/ids'
import type { PlanFacts, SubscriptionInterval } from '@doorman/domain/plans/plan'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { subscriptions, users } from '../schema.ts'

export type UserPlan = PlanFacts & {
  readonly interval: SubscriptionInterval | null
  /** End of the current period. */
  readonly subscriptionEndsAt: Date | null
  /** When the subscription ends, if the user has cancelled it. */
  readonly cancelsAt: Date | null
}

/** Columns for queries that join users and subscriptions. */
export const planColumns = {
  subscriptionStatus: sql<
    PlanFacts['subscriptionStatus']
  >`coalesce(${subscriptions.status}, 'none')`,
  periodStartsAt: subscriptions.periodStartsAt,
  trialEndsAt: users.trialEndsAt,
}

/** What a user's plan is derived from. A deleted user has no plan facts. */
export async function loadPlanFacts(db: Db, userId: UserId): Promise<UserPlan> {
  const [found] = await db
    .select({
      ...planColumns,
      interval: subscriptions.interval,
      subscriptionEndsAt: subscriptions.endsAt,
      cancelsAt: subscriptions.cancelsAt,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
  return found ?? noPlan
}

const noPlan: UserPlan = {
  subscriptionStatus: 'none',
  periodStartsAt: null,
  trialEndsAt: null,
  interval: null,
  subscriptionEndsAt: null,
  cancelsAt: null,
}
