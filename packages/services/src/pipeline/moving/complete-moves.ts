import type { Db } from '@doorman/db/client'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { replyToSenderJob, type Attempt } from '../../ports/jobs.ts'
import { countActions } from '../../user-actions/count-actions.ts'
import { unfinishedLease, type MoveLease } from './move-lease.ts'

/**
 * - `observed`: the mailbox has become observe-only since the decision, so the message was not moved.
 * - `postponed`: not tried, or no access. A later job will try again.
 * - `unfinished`: the same, but an earlier attempt may have moved the message.
 * - `alone`: only the message's own job, `move-message`, may try again.
 * - `given-up`: the provider refuses the move. `move-message` tries again only if an admin or a later
 *   sync enqueues it.
 */
export type MoveResult =
  | 'done'
  | 'gone'
  | 'observed'
  | 'postponed'
  | 'unfinished'
  | 'alone'
  | 'given-up'

export type Move = { readonly lease: MoveLease; readonly result: MoveResult }

/**
 * Records the results and releases the leases, in one transaction with the replies that follow and
 * with what the caller adds. Returns the moves that are left to jobs of their own: those with the
 * result `alone`, and those whose message the user acted on meanwhile. Their decisions stay as they
 * are, so that the newer state is not overwritten; only their leases become `unfinishedLease`. If
 * another worker has taken over an expired lease, that move changes nothing and is not returned.
 *
 * Lock order: mailboxes (share), decisions by id, jobs, daily_counts.
 */
export function completeMoves(
  ctx: Context,
  mailboxId: MailboxId,
  moves: readonly Move[],
  addJobs: (tx: Db, alone: readonly DecisionId[]) => Promise<void> = async () => {},
): Promise<readonly DecisionId[]> {
  return ctx.db.transaction(async (tx) => {
    const isAnyObserved = moves.some(({ result }) => result === 'observed')
    const owner = isAnyObserved ? await lockMailbox(tx, mailboxId) : undefined
    const rows = await record(ctx, tx, moves)
    const recorded = rows.filter(({ isUnchanged }) => isUnchanged)
    await enqueueReplies(ctx, tx, mailboxId, moves, new Set(recorded.map(({ id }) => id)))
    const alone = rows.filter(({ isUnchanged, result }) => !isUnchanged || result === 'alone')
    const ids = alone.map(({ id }) => id)
    await addJobs(tx, ids)
    const observed = recorded.filter(({ result }) => result === 'observed')
    // Lock order: daily_counts last, as in addDecisions. Otherwise the two can deadlock.
    if (owner) await countActions(tx, owner.userId, observed.map(toObservedChange))
    return ids
  })
}

/**
 * Records moves that have all succeeded and completes the job, in one statement. Returns `false`,
 * and records nothing, if the user acted on one of the messages meanwhile, if a lease or the job
 * was taken away, or if a reply follows from a move: then the caller uses `completeMoves`.
 *
 * Lock order: the job before the decisions, unlike everywhere else: see `storeQuietPage`.
 */
export async function completeQuietMoves(
  ctx: Context,
  moves: readonly Move[],
  { parts, values }: Attempt,
): Promise<boolean> {
  const isQuiet = ({ lease, result }: Move) => result === 'done' && !repliesFollow(lease)
  if (!moves.every(isQuiet)) return false
  const areUnchanged = sql`(select count(*) from mine where is_unchanged) = ${moves.length}::int`
  const recorded = record(ctx, ctx.db, moves, sql`${areUnchanged} and exists (select from job)`)
  const { rowCount } = await ctx.db.execute(sql`
    with job as materialized (${parts.lock(values)}), recorded as (${recorded.getSQL()}),
      completed as (${parts.completeIf(values, sql`exists (select from recorded)`)})
    select from recorded`)
  return rowCount === moves.length
}

/** Lock order: the mailbox before the rows that belong to it, as in recordDecisions. */
async function lockMailbox(tx: Db, mailboxId: MailboxId) {
  const [mailbox] = await tx
    .select({ userId: mailboxes.userId })
    .from(mailboxes)
    .where(eq(mailboxes.id, mailboxId))
    .for('key share')
  return mailbox
}

/**
 * Races with the user's actions, which change the state or the time of the action, and with a
 * worker that took over an expired lease, which changes the lease token. The conditions compare
 * both. One statement locks all rows by id, as applyAction does. Two statements could lock them in
 * another order, and deadlock with it.
 */
function record({ now }: Context, tx: Db, moves: readonly Move[], condition?: SQL) {
  const leases = moves.map(({ lease }) => lease)
  const given = sql`unnest(
    ${sql.param(leases.map(({ id }) => id))}::uuid[],
    ${sql.param(leases.map(({ leasedUntil }) => leasedUntil.toISOString()))}::timestamptz[],
    ${sql.param(leases.map(({ state }) => state))}::text[],
    ${sql.param(leases.map(({ actionAt }) => actionAt?.toISOString() ?? null))}::timestamptz[],
    ${sql.param(moves.map(({ result }) => result))}::text[]
  ) as given (id, leased_until, state, action_at, result)`
  const mine = tx.$with('mine').as(
    tx
      .select({
        id: decisions.id,
        result: sql<MoveResult>`given.result`.as('result'),
        isUnchanged: sql<boolean>`(${decisions.state} = given.state
          and date_trunc('milliseconds', ${decisions.actionAt}) is not distinct from given.action_at)`.as(
          'is_unchanged',
        ),
      })
      .from(decisions)
      .innerJoin(given, sql`given.id = ${decisions.id}`)
      .where(sql`date_trunc('milliseconds', ${decisions.leasedUntil}) = given.leased_until`)
      .orderBy(asc(decisions.id))
      .for('no key update', { of: decisions }),
  )
  const { state, outcome, mayReply, movedAt } = decisions
  const result = sql`case when ${mine.isUnchanged} then ${mine.result} end`
  const isFinished = sql`${result} in ('done', 'gone', 'observed', 'postponed')`
  return tx
    .with(mine)
    .update(decisions)
    .set({
      outcome: sql`case ${result} when 'observed' then 'observe' else ${outcome} end`,
      state: sql`case ${result}
        when 'done' then case ${state} when 'pending' then 'set-aside' else ${state} end
        when 'gone' then 'gone'
        when 'observed' then null
        else ${state} end`,
      mayReply: sql`${mayReply} and ${result} is distinct from 'observed'`,
      movedAt: sql`case when ${result} in ('done', 'gone')
        then ${now().toISOString()}::timestamptz else ${movedAt} end`,
      leasedUntil: sql`case when ${isFinished}
        then null else ${unfinishedLease.toISOString()}::timestamptz end`,
    })
    .from(mine)
    .where(and(eq(decisions.id, mine.id), condition))
    .returning({
      id: decisions.id,
      mailboxId: decisions.mailboxId,
      countedOn: decisions.countedOn,
      decidedAt: decisions.decidedAt,
      restoredBy: decisions.restoredBy,
      result: mine.result,
      isUnchanged: mine.isUnchanged,
    })
}

/** Whether a sender may get a reply once their message is set aside. */
function repliesFollow({ mayReply, state }: MoveLease): boolean {
  return mayReply && state === 'pending'
}

type Recorded = Awaited<ReturnType<typeof record>>[number]

async function enqueueReplies(
  ctx: Context,
  tx: Db,
  mailboxId: MailboxId,
  moves: readonly Move[],
  recorded: ReadonlySet<DecisionId>,
): Promise<void> {
  const replies = moves.filter(
    ({ lease, result }) => repliesFollow(lease) && result === 'done' && recorded.has(lease.id),
  )
  await ctx.jobs.enqueueAll(
    tx,
    replyToSenderJob,
    replies.map(({ lease }) => ({ mailboxId, decisionId: lease.id })),
  )
}

/** The message was counted as filtered when it was decided. */
function toObservedChange({ mailboxId, countedOn, decidedAt, restoredBy }: Recorded) {
  return {
    decision: { mailboxId, countedOn, decidedAt, restoredBy, outcome: 'filter' as const },
    effect: { outcome: 'observe' as const, isBack: false },
  }
}
