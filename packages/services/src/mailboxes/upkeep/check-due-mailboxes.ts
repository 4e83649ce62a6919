import { mailboxes } from '@doorman/db/schema'
import { minuteMs, secondMs } from '@doorman/domain/time'
import { and, asc, gt, inArray, lte, not, or } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { checkDueMailboxesJob, syncMailboxJob } from '../../ports/jobs.ts'

const batchSize = 1_000
/** The sync sets the next check. If it does not finish, the mailbox is due again after this. */
export const unfinishedSyncRetryMs = 5 * minuteMs
/** The clocks of two workers may differ by this much. */
const maxClockSkewMs = minuteMs

/** The schedule starts this job every minute. While mailboxes are due, it looks six times a minute. */
const maxRepeats = 5
const repeatDelayMs = 10 * secondMs

/** Syncs that a push notification or a waiting user starts run first. */
const regularSyncJob = { ...syncMailboxJob, isUrgent: false }

/**
 * Enqueues a sync for every mailbox that is due. Two workers may run this at the same time: `skip
 * locked` lets each take other mailboxes.
 *
 * If any was due, the job repeats itself until the schedule starts it again. Syncs enqueued only
 * once a minute would come all at once, and a message that arrives then would wait for them.
 */
export async function checkDueMailboxes(
  ctx: Context,
  { repeatsLeft = maxRepeats }: { readonly repeatsLeft?: number | undefined } = {},
): Promise<void> {
  let count = 0
  // A claimed mailbox is not due again for five minutes, so the loop ends.
  for (let batch = batchSize; batch === batchSize; count += batch) batch = await enqueueBatch(ctx)
  if (count > 0 && repeatsLeft > 0)
    await ctx.jobs.enqueue(
      ctx.db,
      { ...checkDueMailboxesJob, delayMs: repeatDelayMs },
      { repeatsLeft: repeatsLeft - 1 },
    )
}

/**
 * The times come from the workers' clocks. A last check in the future shows that a clock was set
 * back since then: it planned the next check too late.
 */
function isDue(now: Date) {
  const { nextCheckAt, lastCheckedAt } = mailboxes
  const isPlannedByWrongClock = and(
    gt(lastCheckedAt, new Date(now.getTime() + maxClockSkewMs)),
    gt(nextCheckAt, new Date(now.getTime() + unfinishedSyncRetryMs)),
  )
  return or(lte(nextCheckAt, now), isPlannedByWrongClock)
}

/** `no key update`: screening refers to these rows by foreign keys, and `update` would block it. */
async function enqueueBatch(ctx: Context): Promise<number> {
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    const due = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(mailboxes.isActive, not(mailboxes.isPaused), isDue(now)))
      .orderBy(asc(mailboxes.nextCheckAt))
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    const claimed = await tx
      .update(mailboxes)
      .set({ nextCheckAt: new Date(now.getTime() + unfinishedSyncRetryMs) })
      .where(inArray(mailboxes.id, due))
      .returning({ mailboxId: mailboxes.id })
    await ctx.jobs.enqueueAll(tx, regularSyncJob, claimed)
    return claimed.length
  })
}
