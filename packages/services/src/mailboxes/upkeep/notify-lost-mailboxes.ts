import { mailboxes } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { and, eq, inArray, isNull, lt, not, or } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Context } from '../../ports/context.ts'

const maxAtOnce = 1_000
/** A mailbox that is lost every day causes one email per week. */
const notificationIntervalMs = 7 * dayMs

/** Emails users whose mailboxes need to be reconnected: once per loss, and at most once a week. */
export async function notifyLostMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  const { lossNotifiedAt, lastActiveAt } = mailboxes
  const isNewLoss = and(
    lt(lossNotifiedAt, lastActiveAt),
    lt(lossNotifiedAt, new Date(now.getTime() - notificationIntervalMs)),
  )
  await ctx.db.transaction(async (tx) => {
    const unnotified = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.problem, 'needs-reconnect'),
          mailboxes.isActive,
          not(mailboxes.isPaused),
          or(isNull(lossNotifiedAt), isNewLoss),
        ),
      )
      .limit(maxAtOnce)
      .for('no key update', { skipLocked: true })
    const notified = await tx
      .update(mailboxes)
      .set({ lossNotifiedAt: now })
      .where(inArray(mailboxes.id, unnotified))
      .returning({ subjectId: mailboxes.id, userId: mailboxes.userId })
    await orderEmails(
      ctx,
      tx,
      notified.map((mailbox) => ({ ...mailbox, kind: 'mailbox-lost' as const })),
    )
  })
}
