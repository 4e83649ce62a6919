import { isSameTime } from '@doorman/db/queries/is-same-time'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import type { DecisionState } from '@doorman/domain/screening/user-action'
import { secondMs } from '@doorman/domain/time'
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'

/** The exclusive right to move one message, and the decision as it was when the lease began. */
export type MoveLease = {
  readonly id: DecisionId
  readonly providerMessageId: ProviderMessageId
  readonly state: DecisionState
  /** When the user last took an action. */
  readonly actionAt: Date | null
  readonly decidedAt: Date
  /** When the message was last moved as decided, or the user moved it by hand. */
  readonly movedAt: Date | null
  readonly mayReply: boolean
  readonly viaContactForm: boolean
  /** Also the lease token: only the worker that set this value may complete the move. */
  readonly leasedUntil: Date
  /** An earlier lease was not finished: its worker may have moved the message. */
  readonly mayHaveMoved: boolean
}

/**
 * Longer than finding and moving messages takes, except at a very slow provider. If a worker dies,
 * its messages wait this long for the next one.
 */
const leaseMs = 45 * secondMs
/**
 * Leases go by the clocks of the workers, which may differ by this much. A lease that ends further
 * in the future was taken before a clock was set back. Without this bound it would hold the message
 * for as long as the clock was wrong. Taking it over is safe: the lease token no longer matches, so
 * the other worker records nothing, and a repeated move changes nothing.
 */
const maxClockSkewMs = leaseMs

/**
 * A lease that was given back before its move was recorded. Free at once, but not `null`: the message
 * may have been moved, so that only `move-message`, which looks again, takes it from now on.
 */
export const unfinishedLease = new Date(0)

export const leaseColumns = {
  id: decisions.id,
  providerMessageId: decisions.providerMessageId,
  state: decisions.state,
  actionAt: decisions.actionAt,
  decidedAt: decisions.decidedAt,
  movedAt: decisions.movedAt,
  mayReply: decisions.mayReply,
  viaContactForm: decisions.viaContactForm,
}

/** The message may not be where its decision's state says. */
export const needsMove = or(
  eq(decisions.state, 'pending'),
  and(isNotNull(decisions.actionAt), isNull(decisions.movedAt)),
)

/**
 * A worker has not finished its move, and the user has moved the message back by hand since. The
 * worker's move may have come later and must then be reverted, although `movedAt` is set.
 */
const mayNeedRevert = and(isNotNull(decisions.leasedUntil), isNotNull(decisions.movedAt))

export function toLeaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs)
}

/** Whether a lease, if it is not `null`, is over: its worker has died, or did not finish. */
export function isOver(leasedUntil: Date, now: Date): boolean {
  return leasedUntil < now || leasedUntil > toLatestEnd(now)
}

function toLatestEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs + maxClockSkewMs)
}

/**
 * Takes the lease if there is something to move. `leased`: another worker has it. `null`: nothing
 * to do. An action of the user during the lease is not lost: `completeMoves` finds it. One statement:
 * of two workers that try at the same time, the row lock lets only one match.
 */
export async function acquireLease(
  { db, now }: Context,
  decisionId: DecisionId,
): Promise<MoveLease | 'leased' | null> {
  const leasedUntil = toLeaseEnd(now())
  const isFree = or(
    isNull(decisions.leasedUntil),
    lt(decisions.leasedUntil, now()),
    gt(decisions.leasedUntil, toLatestEnd(now())),
  )
  const isDue = and(eq(decisions.id, decisionId), or(needsMove, mayNeedRevert))
  const free = db
    .select({
      id: decisions.id,
      mayHaveMoved: sql<boolean>`${decisions.leasedUntil} is not null`.as('may_have_moved'),
    })
    .from(decisions)
    .where(and(isDue, isFree))
    .for('no key update')
    .as('free')
  const [row] = await db
    .update(decisions)
    .set({ leasedUntil })
    .from(free)
    .where(eq(decisions.id, free.id))
    .returning({ ...leaseColumns, mayHaveMoved: free.mayHaveMoved })
  if (row?.state) return { ...row, state: row.state, leasedUntil }
  return (await db.$count(decisions, isDue)) > 0 ? 'leased' : null
}

/** Gives the lease back after a failure, so that the retry need not wait for its end. */
export async function releaseLease({ db }: Context, lease: MoveLease): Promise<void> {
  await db
    .update(decisions)
    .set({ leasedUntil: unfinishedLease })
    .where(and(eq(decisions.id, lease.id), isSameTime(decisions.leasedUntil, lease.leasedUntil)))
}
