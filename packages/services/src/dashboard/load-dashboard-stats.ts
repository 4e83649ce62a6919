import type { Db } from '@doorman/db/client'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, decisions, mailboxes } from '@doorman/db/schema'
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
    ...(await sumCounts(db, userId, firstDay)),
    trialDaysLeft: toTrialDaysLeft(trialEndsAt, ctx.now()),
    mailboxCount: await db.$count(mailboxes, eq(mailboxes.userId, userId)),
    subscriptionStatus,
    domains: await listTopDomains(
      db,
      userId,
      firstDay === null ? null : toStart(firstDay, timeZone),
    ),
  }
}

async function sumCounts(db: Db, userId: UserId, firstDay: string | null): Promise<Counts> {
  const [sums] = await db
    .select({
      processed: sql<string>`coalesce(sum(${dailyCounts.processed}), 0)`,
      filtered: sql<string>`greatest(sum(${dailyCounts.filtered} - ${dailyCounts.restored}), 0)`,
    })
    .from(dailyCounts)
    .innerJoin(mailboxes, eq(mailboxes.id, dailyCounts.mailboxId))
    .where(
      and(
        eq(mailboxes.userId, userId),
        firstDay === null ? undefined : gte(dailyCounts.dayOn, firstDay),
      ),
    )
  return { processed: Number(sums?.processed ?? 0), filtered: Number(sums?.filtered ?? 0) }
}

/** Midnight of that day in the time zone. */
function toStart(day: string, timeZone: string): SQL {
  return sql`${day}::timestamp at time zone ${timeZone}`
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
