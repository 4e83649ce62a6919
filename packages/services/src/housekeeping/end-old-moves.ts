import { decisions } from '@doorman/db/schema'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { createSlices } from './slices.ts'

/**
 * Ends moves that are no longer tried, slice by slice. If a message could not be set aside for a
 * week, because of a pause or lost access, it stays in the inbox and must not be listed as filtered
 * for ever. For a message that the user moved after observing it, the week begins with that action.
 *
 * A message with a lease, also an old or an unfinished one, may have been moved. Its decision waits
 * until `move-message` can look where the message is.
 */
export function createEndOfOldMoves({ db, now }: Pick<Context, 'db' | 'now'>) {
  const at = now().toISOString()
  const cutoff = new Date(now().getTime() - maxMoveDelayMs).toISOString()
  const isDue = and(
    // A literal, not a parameter: the planner matches it with the condition of decisions_pending.
    sql`${decisions.state} = 'pending'`,
    lt(sql`coalesce(${decisions.actionAt}, ${decisions.decidedAt})`, sql`${cutoff}::timestamptz`),
    isNull(decisions.leasedUntil),
  )
  return createSlices(
    db,
    { table: decisions, key: decisions.mailboxId, isDue },
    sql`update ${decisions} set state = 'gone', moved_at = ${at}::timestamptz`,
  )
}
