import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, mailboxes } from '@doorman/db/schema'
import { toChart, toFirstDay, type Chart, type TimeRange } from '@doorman/domain/dashboard'
import { toDayIn } from '@doorman/domain/time-zone'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** What was processed and filtered over time, in all mailboxes of the actor together. */
export async function loadDashboardChart(
  { db, now }: Context,
  { userId }: Actor,
  { timeRange }: { readonly timeRange: TimeRange },
): Promise<Chart> {
  const today = toDayIn(await loadTimeZone(db, userId), now())
  const firstDay = toFirstDay(timeRange, today)
  const counts = await db
    .select({
      day: dailyCounts.dayOn,
      processed: sql<number>`sum(${dailyCounts.processed})::int`,
      filtered: sql<number>`greatest(sum(${dailyCounts.filtered} - ${dailyCounts.restored}), 0)::int`,
    })
    .from(dailyCounts)
    .innerJoin(mailboxes, eq(mailboxes.id, dailyCounts.mailboxId))
    .where(
      and(
        eq(mailboxes.userId, userId),
        firstDay === null ? undefined : gte(dailyCounts.dayOn, firstDay),
      ),
    )
    .groupBy(dailyCounts.dayOn)
  return toChart(counts, timeRange, today)
}
