import { isPaidAt, isTrialAt } from '@doorman/db/queries/plan-facts'
import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import { isPro } from '@doorman/domain/plans/plan'
import type { Decision } from '@doorman/domain/screening/decide'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { Attempt } from '../../ports/jobs.ts'
import { areAllKept, toKeptDecisions } from '../screening/add-decisions.ts'
import type { FoundChanges } from './found-changes.ts'
import { isCurrentRun, toEnd, type SyncRun } from './sync-run.ts'

/** Most pages: nothing is new, or all of it stays in the inbox. No job follows. */
export function isQuiet(
  { index }: SyncRun,
  { sent, movedBack, undecided, screened, isFirstScan, end }: FoundChanges,
): boolean {
  return (
    end === 'done' &&
    !isFirstScan &&
    index !== null &&
    sent !== 'list-again' &&
    sent.length === 0 &&
    movedBack.length + undecided.length === 0 &&
    areAllKept(screened)
  )
}

/**
 * Stores a quiet page, and the end of its sync and of its job, in one statement: what `storeChanges` does
 * in a transaction of five. `null` if it stored nothing, because this sync is no longer the current one,
 * the job was taken away, or the user's plan or time zone has changed since the sync began.
 *
 * Lock order: the job before the mailbox, unlike everywhere else. The job runs, so only its own worker and
 * the queue's upkeep lock its row: see `docs/locking.md`.
 */
export async function storeQuietPage(
  ctx: Context,
  run: SyncRun,
  { cursor, screened }: FoundChanges,
  attempt: Attempt,
): Promise<readonly Decision['outcome'][] | null> {
  const now = ctx.now()
  const owner = { mailboxId: run.id, timeZone: run.timeZone, isObserveOnly: run.isObserveOnly }
  const advance = ctx.db
    .update(mailboxes)
    .set({ cursor, ...toEnd(run, run.plan, now, false) })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(
      and(
        sql`exists (select from job)`,
        isCurrentRun(run),
        eq(users.id, mailboxes.userId),
        eq(users.timeZone, run.timeZone),
        sql`(${isPaidAt(now)} or ${isTrialAt(now)}) = ${isPro(run.plan)}::boolean`,
      ),
    )
    .returning({ id: mailboxes.id })
  const isStored = sql`exists (select from advanced)`
  const { rows } = await ctx.db.execute<{ outcomes: Decision['outcome'][]; isStored: boolean }>(sql`
    with job as materialized (${attempt.lock}), advanced as (${advance.getSQL()}),
      completed as (${attempt.completeIf(isStored)}),
      ${toKeptDecisions(ctx, owner, screened, isStored)}
    select ${isStored} as "isStored", array(select outcome from decided) as outcomes`)
  const [stored] = rows
  return stored?.isStored ? stored.outcomes : null
}
