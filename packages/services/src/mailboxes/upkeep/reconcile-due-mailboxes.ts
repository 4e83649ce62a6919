import { isAccessible } from '@doorman/db/queries/mailboxes'
import { mailboxes } from '@doorman/db/schema'
import { dayMs, minuteMs } from '@doorman/domain/time'
import { and, gt, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { reconcileMailboxJob } from '../../ports/jobs.ts'

const intervalMs = dayMs
/** The clocks of two workers may differ by this much. */
const maxClockSkewMs = minuteMs

/**
 * The share of all mailboxes that one run enqueues at most. A run every hour reaches each mailbox
 * within a day, and after an outage or an upgrade the providers are not asked for all at once.
 */
const shareOfRun = 1 / 20
const minOfRun = 50

/**
 * Enqueues the daily reconciliation for mailboxes whose turn it is, those that have waited longest
 * first. Two workers may run this at the same time: `skip locked` lets each take other mailboxes.
 */
export async function reconcileDueMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  const isOpen = and(mailboxes.isActive, not(mailboxes.isPaused), isAccessible())
  const count = await ctx.db.$count(mailboxes, isOpen)
  await ctx.db.transaction(async (tx) => {
    const due = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(isOpen, isDue(now)))
      .orderBy(sql`${mailboxes.reconciledAt} nulls first`)
      .limit(Math.max(minOfRun, Math.ceil(count * shareOfRun)))
      .for('no key update', { skipLocked: true })
    const claimed = await tx
      .update(mailboxes)
      .set({ reconciledAt: now })
      .where(inArray(mailboxes.id, due))
      .returning({ mailboxId: mailboxes.id })
    await ctx.jobs.enqueueAll(tx, reconcileMailboxJob, claimed)
  })
}

/** A time in the future was set by a clock that has since been set back. */
function isDue(now: Date) {
  const { reconciledAt } = mailboxes
  return or(
    isNull(reconciledAt),
    lt(reconciledAt, new Date(now.getTime() - intervalMs)),
    gt(reconciledAt, new Date(now.getTime() + maxClockSkewMs)),
  )
}
