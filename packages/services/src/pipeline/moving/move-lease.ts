import type { Db } from '@doorman/db/client'
import { isSameTime } from '@doorman/db/queries/is-same-time'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import type { DecisionState } from '@doorman/domain/screening/user-action'
import { secondMs } from '@doorman/domain/time'
import { and, eq, gt, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { replyToSenderJob } from '../../ports/jobs.ts'

/** The exclusive right to move one message, and the decision as it was when the lease began. */
export type MoveLease = {
  readonly id: DecisionId
  readonly providerMessageId: ProviderMessageId
  readonly state: DecisionState
  /** When the user last took an action. */
  readonly actionAt: Date | null
  /** When the message was last moved as decided, or the user moved it by hand. */
  readonly movedAt: Date | null
  readonly mayReply: boolean
  /** Also the lease token: only the worker that set this value may complete the move. */
  readonly leasedUntil: Date
}

/** `postponed`: not tried, or no access. A later job will try again. */
export type MoveResult = 'done' | 'gone' | 'postponed' | 'given-up'

/**
 * Longer than loading and moving a message takes, except at a very slow provider. If a worker dies,
 * its message waits this long for the next one.
 */
const leaseMs = 45 * secondMs
/**
 * Leases go by the clocks of the workers, which may differ by this much. A lease that ends further
 * in the future was taken before a clock was set back. Without this bound it would hold the message
 * for as long as the clock was wrong. Taking it over is safe: the lease token no longer matches, so
 * the other worker records nothing, and a repeated move changes nothing.
 */
const maxClockSkewMs = leaseMs

const columns = {
  id: decisions.id,
  providerMessageId: decisions.providerMessageId,
  state: decisions.state,
  actionAt: decisions.actionAt,
  movedAt: decisions.movedAt,
  mayReply: decisions.mayReply,
}

/**
 * Takes the lease if there is something to move. `leased`: another worker has it. `null`: nothing
 * to do. An action of the user during the lease is not lost: `completeMove` finds it.
 */
export async function acquireLease(
  ctx: Context,
  decisionId: DecisionId,
): Promise<MoveLease | 'leased' | null> {
  const now = ctx.now()
  const isFree = or(
    isNull(decisions.leasedUntil),
    lt(decisions.leasedUntil, now),
    gt(decisions.leasedUntil, new Date(now.getTime() + leaseMs + maxClockSkewMs)),
  )
  const needsMove = or(
    eq(decisions.state, 'pending'),
    and(isNotNull(decisions.actionAt), isNull(decisions.movedAt)),
  )
  const isDue = and(eq(decisions.id, decisionId), needsMove)
  const lease = await takeLease(ctx, and(isDue, isFree))
  return lease ?? ((await ctx.db.$count(decisions, isDue)) > 0 ? 'leased' : null)
}

/**
 * Records the result, enqueues the reply and releases the lease. If the user took another action
 * during the move, records nothing and returns a new lease for that action.
 */
export async function completeMove(
  ctx: Context,
  lease: MoveLease,
  result: MoveResult,
): Promise<MoveLease | null> {
  const startsReply = lease.mayReply && lease.state === 'pending' && result === 'done'
  const completed = startsReply
    ? await ctx.db.transaction((tx) => recordAndReply(ctx, tx, lease))
    : await record(ctx, ctx.db, lease, result)
  return completed ? null : takeLease(ctx, hasLease(lease))
}

async function recordAndReply(ctx: Context, tx: Db, lease: MoveLease) {
  const completed = await record(ctx, tx, lease, 'done')
  if (completed)
    await ctx.jobs.enqueue(tx, replyToSenderJob, { ...completed, decisionId: lease.id })
  return completed
}

/**
 * Changes nothing if the user took another action during the move, or if the lease ran out and
 * another worker took it: the newer state must not be overwritten.
 */
async function record(ctx: Context, db: Db, lease: MoveLease, result: MoveResult) {
  const [completed] = await db
    .update(decisions)
    .set({ ...toColumns(ctx, lease, result), leasedUntil: null })
    .where(
      and(
        hasLease(lease),
        eq(decisions.state, lease.state),
        isSameTime(decisions.actionAt, lease.actionAt),
      ),
    )
    .returning({ mailboxId: decisions.mailboxId })
  return completed
}

/** After a failure, so that the retry need not wait until the lease runs out. */
export async function releaseLease({ db }: Context, lease: MoveLease): Promise<void> {
  await db.update(decisions).set({ leasedUntil: null }).where(hasLease(lease))
}

/** One statement: of two workers that try at the same time, the row lock lets only one match. */
async function takeLease({ db, now }: Context, which: SQL | undefined): Promise<MoveLease | null> {
  const leasedUntil = new Date(now().getTime() + leaseMs)
  const [row] = await db.update(decisions).set({ leasedUntil }).where(which).returning(columns)
  return row?.state ? { ...row, state: row.state, leasedUntil } : null
}

function toColumns({ now }: Context, { state }: MoveLease, result: MoveResult) {
  if (result === 'gone') return { state: 'gone' as const, movedAt: now() }
  if (result === 'done')
    return { state: state === 'pending' ? ('set-aside' as const) : state, movedAt: now() }
  return {}
}

function hasLease({ id, leasedUntil }: MoveLease) {
  return and(eq(decisions.id, id), isSameTime(decisions.leasedUntil, leasedUntil))
}
