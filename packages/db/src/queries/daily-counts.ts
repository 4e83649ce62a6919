import type { UserId } from '@doorman/domain/ids'
import type { Counts } from '@doorman/domain/site/dashboard'
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { dailyCounts, mailboxes } from '../schema.ts'

/** Sums over all mailboxes of a user. Without a first or last day, there is no bound. */
export async function sumCounts(
  db: Db,
  userId: UserId,
  { firstDay = null, lastDay = null }: { firstDay?: string | null; lastDay?: string | null },
): Promise<Counts> {
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
        lastDay === null ? undefined : lte(dailyCounts.dayOn, lastDay),
      ),
    )
  return { processed: Number(sums?.processed ?? 0), filtered: Number(sums?.filtered ?? 0) }
}
