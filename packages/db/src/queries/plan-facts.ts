import type { UserId } from '@doorman/domain/ids'
import type { PlanFacts, SubscriptionInterval } from '@doorman/domain/plan'
import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { subscriptions, users } from '../schema.ts'

export type UserPlan = PlanFacts & {
  readonly interval: SubscriptionInterval | null
  readonly subscriptionEndsAt: Date | null
}

/** What a user's plan is derived from. Somebody who is gone has nothing. */
export async function loadPlanFacts(db: Db, userId: UserId): Promise<UserPlan> {
  const [found] = await db
    .select({
      trialEndsAt: users.trialEndsAt,
      status: subscriptions.status,
      interval: subscriptions.interval,
      subscriptionEndsAt: subscriptions.endsAt,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
  return {
    subscriptionStatus: found?.status ?? 'none',
    trialEndsAt: found?.trialEndsAt ?? null,
    interval: found?.interval ?? null,
    subscriptionEndsAt: found?.subscriptionEndsAt ?? null,
  }
}
