import { decisions, mailboxes } from '@doorman/db/schema'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { createSlices } from './slices.ts'

/**
 * Ends moves that are no longer tried, slice by slice. If a message could not be set aside for a
 * week, because of a pause or lost access, it stays in the inbox and must not be listed as filtered
 * for ever. For a message that the user moved after observing it, the week begins with that action.
 *
 * A message whose lease was not finished may have been moved. Its decision waits until we have access:
 * then `move-message` looks where it is. If we have had access for a week and it could not be found out,
 * the decision ends all the same.
 */
export function createEndOfOldMoves({ db, now }: Pick<Context, 'db' | 'now'>) {
  const at = now()
  const weekAgo = new Date(at.getTime() - maxMoveDelayMs)
  const twoWeeksAgo = new Date(at.getTime() - 2 * maxMoveDelayMs)
  const isOlderThan = (time: Date) =>
    lt(
      sql`coalesce(${decisions.actionAt}, ${decisions.decidedAt})`,
      sql`${time.toISOString()}::timestamptz`,
    )
  const couldLook = exists(
    db
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.id, decisions.mailboxId),
          mailboxes.isActive,
          not(mailboxes.isPaused),
          isNull(mailboxes.problem),
          lt(mailboxes.lastActiveAt, weekAgo),
        ),
      ),
  )
  const isDue = and(
    // A literal, not a parameter: the planner matches it with the condition of decisions_pending.
    sql`${decisions.state} = 'pending'`,
    isOlderThan(weekAgo),
    or(
      isNull(decisions.leasedUntil),
      and(lt(decisions.leasedUntil, at), isOlderThan(twoWeeksAgo), couldLook),
    ),
  )
  return createSlices(
    db,
    { table: decisions, key: decisions.mailboxId, isDue },
    sql`update ${decisions} set state = 'gone', moved_at = ${at.toISOString()}::timestamptz`,
  )
}
