import { decisions } from '@doorman/db/schema'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { and, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { createSlices } from './slices.ts'

/**
 * Ends moves that are no longer tried, slice by slice. If a message could not be set aside for a
 * week, because of a pause or lost access, it stays in the inbox and must not be listed as filtered
 * for ever. A move that is under way keeps its lease. For a message that the user moved after
 * observing it, the week begins with that action.
 */
export function createEndOfOldMoves({ db, now }: Pick<Context, 'db' | 'now'>) {
  const at = now().toISOString()
  const cutoff = new Date(now().getTime() - maxMoveDelayMs).toISOString()
  const isDue = and(
    // A literal, not a parameter: the planner matches it with the condition of decisions_pending.
    sql`${decisions.state} = 'pending'`,
    lt(sql`coalesce(${decisions.actionAt}, ${decisions.decidedAt})`, sql`${cutoff}::timestamptz`),
    or(isNull(decisions.leasedUntil), lt(decisions.leasedUntil, now())),
  )
  return createSlices(
    db,
    { table: decisions, key: decisions.mailboxId, isDue },
    sql`update ${decisions} set state = 'gone', moved_at = ${at}::timestamptz`,
  )
}
