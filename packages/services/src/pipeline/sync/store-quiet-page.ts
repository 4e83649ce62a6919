import { oncePer, prepareSql } from '@doorman/db/prepared'
import { isPaidAt, isTrialAt } from '@doorman/db/queries/plan-facts'
import { isPro } from '@doorman/domain/plans/plan'
import type { Decision } from '@doorman/domain/screening/decide'
import { sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { Attempt, AttemptParts, AttemptValues } from '../../ports/jobs.ts'
import {
  areAllKept,
  toInserts,
  toKeptDecisions,
  type InsertValues,
} from '../screening/add-decisions.ts'
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
 * Stores a quiet page, and the end of its sync and of its job, in one statement: `storeChanges`
 * needs a transaction of five. `null` if it stored nothing, because this sync is no longer the
 * current one, the job was taken away, or the user's plan or time zone has changed since the sync
 * began.
 *
 * Lock order: the job before the mailbox, unlike everywhere else. The job runs, so only its own
 * worker and the queue's upkeep lock its row: see `docs/locking.md`.
 */
export async function storeQuietPage(
  ctx: Context,
  run: SyncRun,
  { cursor, screened }: FoundChanges,
  attempt: Attempt,
): Promise<readonly Decision['outcome'][] | null> {
  const now = ctx.now()
  const owner = { mailboxId: run.id, timeZone: run.timeZone, isObserveOnly: run.isObserveOnly }
  const [stored] = await storeStatementOf(attempt.parts)(ctx.db, {
    ...attempt.values,
    ...toKeptDecisions(ctx, owner, screened),
    ...toEnd(run, run.plan, now, false),
    cursor,
    now,
    // `toEnd` sets it only if no page is left, which is the case here.
    lastCheckedAt: now,
    syncRun: run.syncRun,
    lastActiveAt: run.lastActiveAt,
    timeZone: run.timeZone,
    isPro: isPro(run.plan),
  })
  return stored?.isStored ? stored.outcomes : null
}

type Values = AttemptValues &
  InsertValues &
  Pick<SyncRun, 'cursor' | 'syncRun' | 'lastActiveAt' | 'timeZone'> &
  Omit<Required<ReturnType<typeof toEnd>>, 'problem'> & {
    readonly now: Date
    readonly isPro: boolean
  }

type Stored = { readonly outcomes: readonly Decision['outcome'][]; readonly isStored: boolean }

const storeStatementOf = oncePer((attempt: AttemptParts) =>
  prepareSql<Values, Stored>((place) => {
    const job = {
      queueName: place('queueName'),
      jobId: place('jobId'),
      retryCount: place('retryCount'),
    }
    const run = {
      id: place('mailboxId'),
      syncRun: place('syncRun'),
      lastActiveAt: place('lastActiveAt'),
    }
    const isStored = sql`exists (select from advanced)`
    return sql`
      with job as materialized (${attempt.lock(job)}),
      advanced as (
        update mailboxes set cursor = ${place('cursor')}, finished_run = ${place('finishedRun')},
          problem = null, next_check_at = ${place('nextCheckAt')},
          last_checked_at = ${place('lastCheckedAt')}, late_after = ${place('lateAfter')}
        from users left join subscriptions on subscriptions.user_id = users.id
        where exists (select from job) and ${isCurrentRun(run)} and users.id = mailboxes.user_id
          and users.time_zone = ${place('timeZone')}
          and (${isPaidAt(place('now'))} or ${isTrialAt(place('now'))}) = ${place('isPro')}::boolean
        returning mailboxes.id),
      completed as (${attempt.completeIf(job, isStored)}),
      ${toInserts(place, isStored)}
      select ${isStored} as "isStored", array(select outcome from decided) as outcomes`
  }),
)
