import { isLookedAfter, type MailboxRow } from '@doorman/db/queries/mailboxes'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { toCheckIntervalMs, toPlan } from '@doorman/domain/plan'
import type { MailError } from '@doorman/mail/mail-error'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { toProblem } from '../mailbox-problem.ts'

/** One run over a mailbox: the mailbox as it was found, under a number that no other run has. */
export type Run = MailboxRow & { readonly startedAt: Date }

/** Takes the mailbox over from whatever run there was. Nothing where nobody wants it looked after. */
export async function beginRun(ctx: Context, mailboxId: MailboxId): Promise<Run | null> {
  const [mailbox] = await ctx.db
    .update(mailboxes)
    .set({ syncRun: sql`${mailboxes.syncRun} + 1` })
    .where(isLookedAfter(mailboxId))
    .returning()
  return mailbox ? { ...mailbox, startedAt: ctx.now() } : null
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
  const plan = toPlan(await loadPlanFacts(ctx.db, run.userId), ctx.now())
  const now = ctx.now()
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
