import { isSameTime } from '@doorman/db/queries/is-same-time'
import { isProtected, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts, planColumns } from '@doorman/db/queries/plan-facts'
import { correspondentIndexes, mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { toCheckIntervalMs, toLateAfter, toPlan, type Plan } from '@doorman/domain/plans/plan'
import { minuteMs } from '@doorman/domain/time'
import type { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { mailFailures } from '../mail-failure.ts'

/**
 * One sync of a mailbox, with the mailbox and the plan as they were when it began. `syncRun` is its
 * fencing token: each sync gets a higher number.
 */
export type SyncRun = MailboxRow & {
  readonly startedAt: Date
  readonly plan: Plan
  /** The index of correspondents. `none` in a mailbox of a version that had no index. */
  readonly index: 'none' | 'incomplete' | 'complete'
}

/**
 * Starts a sync and fences off an earlier one that is still running. `null` if the mailbox is
 * paused, inactive or gone.
 */
export async function beginSync(ctx: Context, mailboxId: MailboxId): Promise<SyncRun | null> {
  const { mailboxId: indexOf, completedAt } = correspondentIndexes
  const isIndexComplete = sql<boolean | null>`(
    select ${completedAt} is not null from ${correspondentIndexes} where ${indexOf} = ${mailboxes.id})`
  const [found] = await ctx.db
    .update(mailboxes)
    .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(isProtected(mailboxId), eq(users.id, mailboxes.userId)))
    .returning({ mailbox: mailboxes, isIndexComplete, ...planColumns })
  if (!found) return null
  const startedAt = ctx.now()
  const index =
    found.isIndexComplete === null ? 'none' : found.isIndexComplete ? 'complete' : 'incomplete'
  return { ...found.mailbox, startedAt, plan: toPlan(found, startedAt), index }
}

/**
 * Condition of every write of a sync. False once another sync has begun or the user has paused,
 * disconnected or reconnected the mailbox: a slow sync must not move the cursor of a newer one
 * back.
 */
export function isCurrentRun(run: SyncRun) {
  return and(
    isProtected(run.id),
    eq(mailboxes.syncRun, run.syncRun),
    isSameTime(mailboxes.lastActiveAt, run.lastActiveAt),
  )
}

/** After a failure, whatever the plan's own interval. */
const retryDelayMs = 5 * minuteMs

/** Records the state of the mailbox and when to check it next. */
export async function endSync(
  ctx: Context,
  run: SyncRun,
  { failure, hasMore }: { readonly failure: MailError | null; readonly hasMore: boolean },
): Promise<void> {
  const now = ctx.now()
  // Loaded again: a sync may take minutes, and the user may have changed the plan meanwhile.
  const plan = toPlan(await loadPlanFacts(ctx.db, run.userId), now)
  const problem = failure && mailFailures[failure.failure].mailboxProblem
  const delayMs = failure
    ? Math.max(retryDelayMs, failure.retryAfterMs ?? 0)
    : toCheckIntervalMs(plan)
  await ctx.db
    .update(mailboxes)
    .set({
      problem,
      nextCheckAt: problem === 'needs-reconnect' ? null : new Date(now.getTime() + delayMs),
      ...(problem === null && {
        // If the cursor is lost later, a scan covers what came since then.
        ...(!hasMore && { lastCheckedAt: now }),
        lateAfter: toLateAfter(now, toCheckIntervalMs(plan)),
      }),
    })
    .where(isCurrentRun(run))
}
