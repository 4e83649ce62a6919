import { mailboxes } from '@doorman/db/schema'
import { and, eq, inArray, isNull, lt, not, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sendMailJob } from '../jobs.ts'

const mostAtOnce = 1_000
/** Somebody whose access breaks every day hears of it once a week. */
const restMs = 7 * 86_400_000

/** Tells users of mailboxes that they have to connect again: once, until they have done something about it. */
export async function tellLostMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  const { lostToldAt, lastActiveAt } = mailboxes
  const isNewLoss = and(
    lt(lostToldAt, lastActiveAt),
    lt(lostToldAt, new Date(now.getTime() - restMs)),
  )
  await ctx.db.transaction(async (tx) => {
    const untold = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.problem, 'needs-reconnect'),
          mailboxes.isActive,
          not(mailboxes.isPaused),
          or(isNull(lostToldAt), isNewLoss),
        ),
      )
      .limit(mostAtOnce)
      .for('no key update', { skipLocked: true })
    const told = await tx
      .update(mailboxes)
      .set({ lostToldAt: now })
      .where(inArray(mailboxes.id, untold))
      .returning({ mailboxId: mailboxes.id, userId: mailboxes.userId })
    await ctx.jobs.enqueueAll(
      tx,
      sendMailJob,
      told.map((mailbox) => ({ ...mailbox, kind: 'mailbox-lost' as const })),
    )
  })
}
