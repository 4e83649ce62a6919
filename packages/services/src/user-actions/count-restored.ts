import type { Db } from '@doorman/db/client'
import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, type decisions } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { toDayIn } from '@doorman/domain/time'
import { sql } from 'drizzle-orm'

type Decision = typeof decisions.$inferSelect

/**
 * Adds or subtracts restored messages on the days on which they were filtered. Expects the
 * decisions as they were before the action. If the user has changed the time zone since, a
 * message may be counted a day off; the sum over all days stays right.
 */
export async function countRestored(
  tx: Db,
  userId: UserId,
  before: readonly Decision[],
  { areRestored }: { readonly areRestored: boolean },
): Promise<void> {
  const timeZone = await loadTimeZone(tx, userId)
  const change = areRestored ? 1 : -1
  const counts = new Map<string, { mailboxId: MailboxId; dayOn: string; restored: number }>()
  for (const { mailboxId, decidedAt, restoredBy } of before) {
    const wasRestored = restoredBy !== null
    if (wasRestored === areRestored) continue
    const dayOn = toDayIn(timeZone, decidedAt)
    const key = `${mailboxId} ${dayOn}`
    counts.set(key, { mailboxId, dayOn, restored: (counts.get(key)?.restored ?? 0) + change })
  }
  if (counts.size === 0) return
  // Lock order within daily_counts: mailbox id, then day. Two actions on the same days would
  // otherwise deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
  await tx
    .insert(dailyCounts)
    .values(rows.map((count) => ({ ...count, processed: 0, filtered: 0 })))
    .onConflictDoUpdate({
      target: [dailyCounts.mailboxId, dailyCounts.dayOn],
      set: { restored: sql`${dailyCounts.restored} + excluded.restored` },
    })
}
