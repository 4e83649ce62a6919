import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, mailboxes } from '@doorman/db/schema'
import { toChart, toFirstDay, type Chart, type TimeRange } from '@doorman/domain/site/dashboard'
import { toDayIn } from '@doorman/domain/time'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Processed and filtered messages per day, over all mailboxes of the actor. */
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
