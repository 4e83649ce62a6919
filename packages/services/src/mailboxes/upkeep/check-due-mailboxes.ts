import { mailboxes } from '@doorman/db/schema'
import { minuteMs } from '@doorman/domain/time'
import { and, asc, inArray, lte, not } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { syncMailboxJob } from '../../ports/jobs.ts'

const maxAtOnce = 1_000
/** The sync sets the next check. If it does not finish, the mailbox is due again after this. */
const retryAfterMs = 5 * minuteMs

/**
 * Enqueues a sync for every mailbox that is due. Two workers may run this at the same time:
 * `skip locked` lets each take other mailboxes.
 */
export async function checkDueMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const due = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(mailboxes.isActive, not(mailboxes.isPaused), lte(mailboxes.nextCheckAt, now)))
      .orderBy(asc(mailboxes.nextCheckAt))
      .limit(maxAtOnce)
      .for('update', { skipLocked: true })
    const claimed = await tx
      .update(mailboxes)
      .set({ nextCheckAt: new Date(now.getTime() + retryAfterMs) })
      .where(inArray(mailboxes.id, due))
      .returning({ mailboxId: mailboxes.id })
    for (const mailbox of claimed) await ctx.jobs.enqueue(tx, syncMailboxJob, mailbox)
  })
}
