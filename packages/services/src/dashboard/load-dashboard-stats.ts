import type { Db } from '@doorman/db/client'
import { sumCounts } from '@doorman/db/queries/daily-counts'
import { hasState } from '@doorman/db/queries/listed-decisions'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { loadTimeZone, toStartOfDay } from '@doorman/db/queries/time-zones'
import { decisions, mailboxes } from '@doorman/db/schema'
import { toFirstDay, type Counts, type TimeRange } from '@doorman/domain/site/dashboard'
import type { UserId } from '@doorman/domain/ids'
import { toTrialDaysLeft, type SubscriptionStatus } from '@doorman/domain/plans/plan'
import { categories, type Category } from '@doorman/domain/screening/categories'
import { toDayIn } from '@doorman/domain/time'
import { and, desc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

type DomainCount = { readonly domain: string; readonly count: number }
type KindCount = { readonly kind: Category; readonly count: number }

export type DashboardStats = Counts & {
  /** Observed in the range, and not kept by the user. */
  readonly wouldMove: number
  /** The first day of the range; `null` for all time. */
  readonly firstDay: string | null
  readonly trialDaysLeft: number | null
  readonly mailboxCount: number
  readonly subscriptionStatus: SubscriptionStatus
  readonly kinds: readonly KindCount[]
  readonly domains: readonly DomainCount[]
}

/** Sums come from daily_counts. Domains and observed messages need a bounded number of decisions. */
export async function loadDashboardStats(
  ctx: Context,
  { userId }: Actor,
  { timeRange }: { readonly timeRange: TimeRange },
): Promise<DashboardStats> {
  const { db } = ctx
  const timeZone = await loadTimeZone(db, userId)
  const firstDay = toFirstDay(timeRange, toDayIn(timeZone, ctx.now()))
  const since = firstDay === null ? undefined : toStartOfDay(firstDay, timeZone)
  const { trialEndsAt, subscriptionStatus } = await loadPlanFacts(db, userId)
  return {
    ...(await sumCounts(db, userId, { firstDay })),
    wouldMove: await countObserved(db, userId, since),
    firstDay,
    trialDaysLeft: toTrialDaysLeft(trialEndsAt, ctx.now()),
    mailboxCount: await db.$count(mailboxes, eq(mailboxes.userId, userId)),
    subscriptionStatus,
    ...(await countFiltered(db, userId, since)),
  }
}

const maxDomains = 10
/** Counts only the latest of each mailbox. More would cost time and hardly change the order. */
const maxCountedPerMailbox = 10_000

/** Counts observed messages without an action, which an index gives for each mailbox. */
async function countObserved(db: Db, userId: UserId, since: SQL | undefined): Promise<number> {
  const observed = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, mailboxes.id),
        hasState['would-move'],
        since && gte(decisions.receivedAt, since),
      ),
    )
    .limit(maxCountedPerMailbox)
    .as('observed')
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mailboxes)
    .crossJoinLateral(observed)
    .where(eq(mailboxes.userId, userId))
  return counted?.count ?? 0
}

/**
 * Kinds and domains of what was filtered, most frequent first, by the day of arrival as in
 * daily_counts. One query with two groupings: the kinds come first, since there are few of them. A
 * message that was filtered because of its sender has no kind, and counts as `other`.
 */
async function countFiltered(
  db: Db,
  userId: UserId,
  since: SQL | undefined,
): Promise<{ readonly kinds: readonly KindCount[]; readonly domains: readonly DomainCount[] }> {
  const latest = db
    .select({ address: decisions.senderAddress, category: decisions.category })
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, mailboxes.id),
        hasState.filtered,
        since && gte(decisions.receivedAt, since),
      ),
    )
    .orderBy(desc(decisions.receivedAt))
    .limit(maxCountedPerMailbox)
    .as('latest')
  const domain = sql<string | null>`split_part(${latest.address}, '@', -1)`
  const kind = sql<Category | null>`coalesce(${latest.category}, 'other')`
  const count = sql<number>`count(*)::int`
  const rows = await db
    .select({ domain, kind, count })
    .from(mailboxes)
    .crossJoinLateral(latest)
    .where(eq(mailboxes.userId, userId))
    .groupBy(sql`grouping sets ((${kind}), (${domain}))`)
    .orderBy(sql`grouping(${kind})`, desc(count), kind, domain)
    // The extra one is for messages without a sender.
    .limit(categories.length + maxDomains + 1)
  const kinds = rows.flatMap((row) => (row.kind ? [{ kind: row.kind, count: row.count }] : []))
  const domains = rows.flatMap((row) =>
    row.domain ? [{ domain: row.domain, count: row.count }] : [],
  )
  return { kinds, domains: domains.slice(0, maxDomains) }
}
