import type { Db } from '@doorman/db/client'
import { sumCounts } from '@doorman/db/queries/daily-counts'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { loadTimeZone, toStartOfDay } from '@doorman/db/queries/time-zones'
import { decisions, mailboxes } from '@doorman/db/schema'
import { toFirstDay, type Counts, type TimeRange } from '@doorman/domain/site/dashboard'
import type { UserId } from '@doorman/domain/ids'
import { toTrialDaysLeft, type SubscriptionStatus } from '@doorman/domain/plans/plan'
import { toDayIn } from '@doorman/domain/time'
import { and, desc, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

type DomainCount = { readonly domain: string; readonly count: number }

export type DashboardStats = Counts & {
  readonly trialDaysLeft: number | null
  readonly mailboxCount: number
  readonly subscriptionStatus: SubscriptionStatus
  readonly domains: readonly DomainCount[]
}

/** Sums come from daily_counts. Only the domains need decisions, and a bounded number of them. */
export async function loadDashboardStats(
  ctx: Context,
  { userId }: Actor,
  { timeRange }: { readonly timeRange: TimeRange },
): Promise<DashboardStats> {
  const { db } = ctx
  const timeZone = await loadTimeZone(db, userId)
  const firstDay = toFirstDay(timeRange, toDayIn(timeZone, ctx.now()))
  const { trialEndsAt, subscriptionStatus } = await loadPlanFacts(db, userId)
  return {
    ...(await sumCounts(db, userId, { firstDay })),
    trialDaysLeft: toTrialDaysLeft(trialEndsAt, ctx.now()),
    mailboxCount: await db.$count(mailboxes, eq(mailboxes.userId, userId)),
    subscriptionStatus,
    domains: await listTopDomains(
      db,
      userId,
      firstDay === null ? null : toStartOfDay(firstDay, timeZone),
    ),
  }
}

const maxDomains = 10
/** The latest of each mailbox. More would cost time and hardly change the order. */
const maxCountedPerMailbox = 10_000

/** Selects by the time of the decision, as daily_counts does. */
async function listTopDomains(
  db: Db,
  userId: UserId,
  since: SQL | null,
): Promise<readonly DomainCount[]> {
  const latest = db
    .select({ address: decisions.senderAddress })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, mailboxes.id),
        eq(decisions.outcome, 'filter'),
        isNull(decisions.restoredBy),
        since === null ? undefined : gte(decisions.decidedAt, since),
      ),
    )
    .orderBy(desc(decisions.decidedAt))
    .limit(maxCountedPerMailbox)
    .as('latest')
  const domain = sql<string>`split_part(${latest.address}, '@', -1)`
  const count = sql<number>`count(*)::int`
  return db
    .select({ domain, count })
    .from(mailboxes)
    .crossJoinLateral(latest)
    .where(and(eq(mailboxes.userId, userId), isNotNull(latest.address)))
    .groupBy(domain)
    .orderBy(desc(count), domain)
    .limit(maxDomains)
}
