import { mailboxes } from '@doorman/db/schema'
import { and, asc, inArray, lte, not } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'

const mostAtOnce = 1_000
/** By then the check has set the next one itself, or has to be tried again. */
const untilNextTryMs = 5 * 60_000

/** Has every mailbox looked at whose time has come. */
export async function checkDueMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (tx) => {
    const due = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(mailboxes.isActive, not(mailboxes.isPaused), lte(mailboxes.nextCheckAt, now)))
      .orderBy(asc(mailboxes.nextCheckAt))
      .limit(mostAtOnce)
      .for('update', { skipLocked: true })
    const taken = await tx
      .update(mailboxes)
      .set({ nextCheckAt: new Date(now.getTime() + untilNextTryMs) })
      .where(inArray(mailboxes.id, due))
      .returning({ mailboxId: mailboxes.id })
    for (const mailbox of taken) await ctx.jobs.enqueue(tx, syncMailboxJob, mailbox)
  })
}
