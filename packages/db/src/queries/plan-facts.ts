import {
  paymentGraceDays,
  type PlanFacts,
  type SubscriptionInterval,
} from '@doorman/domain/plans/plan'
import type { UserId } from '@doorman/domain/ids'
import { dayMs, hourMs } from '@doorman/domain/time'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
import type { Value } from '../prepared.ts'
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

/** Whether a subscription pays for Pro: `toPlan` as SQL, for counting. A test compares the two. */
export function isPaidAt(now: Value<Date>): SQL {
  const { status, endsAt, periodStartsAt } = subscriptions
  const graceBegins = toTimeBefore(now, paymentGraceDays * dayMs)
  return sql`case
    when ${status} in ('active', 'trialing') then ${endsAt} is null or ${endsAt} > ${graceBegins}
    when ${status} = 'past_due' then ${periodStartsAt} > ${graceBegins}
    else false
  end`
}

/** Whether a user who does not pay has Pro by the trial. The last day counts in full. */
export function isTrialAt(now: Value<Date>): SQL {
  return sql`coalesce(${users.trialEndsAt}, '-infinity') > ${toTimeBefore(now, dayMs)}`
}

/** Hours, not days: a day of PostgreSQL has 23 or 25 hours when the clock changes. */
function toTimeBefore(now: Value<Date>, ms: number): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  return sql`(${time}::timestamptz - ${ms / hourMs}::float8 * interval '1 hour')`
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
