import type { Db } from '@doorman/db/client'
import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { dailyCounts, type decisions } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import type { ActionEffect } from '@doorman/domain/screening/user-action'
import { toDayIn } from '@doorman/domain/time'
import { sql } from 'drizzle-orm'

/** A decision as it was before the action. */
type Change = {
  readonly decision: Pick<
    typeof decisions.$inferSelect,
    'mailboxId' | 'countedOn' | 'decidedAt' | 'outcome' | 'restoredBy'
  >
  readonly effect: Pick<ActionEffect, 'outcome' | 'isBack'>
}

/**
 * Adds or subtracts filtered and restored messages on the days that count them. Decisions of earlier
 * versions have no such day: they were counted on the day of the decision. If the user has changed the
 * time zone since, such a message may be counted a day off; the sum over all days stays right.
 */
export async function countActions(
  tx: Db,
  userId: UserId,
  changes: readonly Change[],
): Promise<void> {
  const counts = new Map<string, typeof dailyCounts.$inferInsert & { restored: number }>()
  let timeZone: string | null = null
  for (const { decision, effect } of changes) {
    const { mailboxId, countedOn, decidedAt, outcome, restoredBy } = decision
    const filtered = Number(effect.outcome === 'filter') - Number(outcome === 'filter')
    const restored = Number(effect.isBack) - Number(restoredBy !== null)
    if (filtered === 0 && restored === 0) continue
    timeZone ??= await loadTimeZone(tx, userId)
    const dayOn = countedOn ?? toDayIn(timeZone, decidedAt)
    const key = `${mailboxId} ${dayOn}`
    const sum = counts.get(key) ?? { mailboxId, dayOn, processed: 0, filtered: 0, restored: 0 }
    counts.set(key, {
      ...sum,
      filtered: sum.filtered + filtered,
      restored: sum.restored + restored,
    })
  }
  if (counts.size === 0) return
  // Lock order within daily_counts: mailbox id, then day. Two actions on the same days would
  // otherwise deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
  await tx
    .insert(dailyCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyCounts.mailboxId, dailyCounts.dayOn],
      set: {
        filtered: sql`${dailyCounts.filtered} + excluded.filtered`,
        restored: sql`${dailyCounts.restored} + excluded.restored`,
      },
    })
}
