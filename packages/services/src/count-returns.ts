import type { Db } from '@doorman/db/client'
import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, type decisions } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { toDayIn } from '@doorman/domain/time-zone'
import { sql } from 'drizzle-orm'

type Filtered = typeof decisions.$inferSelect

/**
 * Counts messages as back in the inbox, or as filtered after all, on the days on
 * which they were filtered. Takes them as they were before. Who has changed the time
 * zone since may find one a day off; over all days the count is right.
 */
export async function countReturns(
  tx: Db,
  userId: UserId,
  filtered: readonly Filtered[],
  { areBack }: { readonly areBack: boolean },
): Promise<void> {
  const timeZone = await loadTimeZone(tx, userId)
  const change = areBack ? 1 : -1
  const counts = new Map<string, { mailboxId: MailboxId; dayOn: string; restored: number }>()
  for (const { mailboxId, decidedAt, restoredBy } of filtered) {
    if ((restoredBy !== null) === areBack) continue
    const dayOn = toDayIn(timeZone, decidedAt)
    const key = `${mailboxId} ${dayOn}`
    counts.set(key, { mailboxId, dayOn, restored: (counts.get(key)?.restored ?? 0) + change })
  }
  if (counts.size === 0) return
  // In one order, so that no two who count wait for each other.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
  await tx
    .insert(dailyCounts)
    .values(rows.map((count) => ({ ...count, processed: 0, filtered: 0 })))
    .onConflictDoUpdate({
      target: [dailyCounts.mailboxId, dailyCounts.dayOn],
      set: { restored: sql`${dailyCounts.restored} + excluded.restored` },
    })
}
