import { isLookedAfter, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts, planColumns } from '@doorman/db/queries/plan-facts'
import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { toCheckIntervalMs, toPlan, type Plan } from '@doorman/domain/plan'
import type { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { toProblem } from '../mailbox-problem.ts'

/** One run over a mailbox: the mailbox and its user's plan as they were found, under a number that no other run has. */
export type Run = MailboxRow & { readonly startedAt: Date; readonly plan: Plan }

/** Takes the mailbox over from whatever run there was. Nothing where nobody wants it looked after. */
export async function beginRun(ctx: Context, mailboxId: MailboxId): Promise<Run | null> {
  const [found] = await ctx.db
    .update(mailboxes)
    .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(isLookedAfter(mailboxId), eq(users.id, mailboxes.userId)))
    .returning({ mailbox: mailboxes, ...planColumns })
  if (!found) return null
  const startedAt = ctx.now()
  return { ...found.mailbox, startedAt, plan: toPlan(found, startedAt) }
}

/** Holds until another run begins, or the user pauses, disconnects or connects anew. A run writes under it or not at all. */
export function isCurrent(run: Run) {
  return and(
    isLookedAfter(run.id),
    eq(mailboxes.syncRun, run.syncRun),
    eq(mailboxes.lastActiveAt, run.lastActiveAt),
  )
}

/** What is out of reach is tried again this soon, whatever the plan. */
const tryAgainMs = 5 * 60_000

/** Notes how the mailbox is, and when to look again. */
export async function endRun(ctx: Context, run: Run, failure: MailError | null): Promise<void> {
  const now = ctx.now()
  // Asked anew: a run may take minutes, and its user may have paid meanwhile.
  const plan = toPlan(await loadPlanFacts(ctx.db, run.userId), now)
  const problem = failure && toProblem(failure)
  const restMs = failure ? Math.max(tryAgainMs, failure.retryAfterMs ?? 0) : toCheckIntervalMs(plan)
  await ctx.db
    .update(mailboxes)
    .set({
      problem,
      nextCheckAt: problem === 'needs-reconnect' ? null : new Date(now.getTime() + restMs),
      ...(problem === null && { lastCheckedAt: now }),
    })
    .where(isCurrent(run))
}
