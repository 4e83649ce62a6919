import { mailboxes, users } from '@doorman/db/schema'
import { dayMs } from '@doorman/domain/time'
import { and, asc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Context } from '../../ports/context.ts'

const maxAtOnce = 1_000
/** A mailbox that is lost every day causes one email per week. */
const notificationIntervalMs = 7 * dayMs

/**
 * Emails users whose mailboxes need to be reconnected: once per loss, and at most once a week.
 *
 * Lock order: users (key share, by id), mailboxes, emails. Deleting a user locks the user and then
 * the mailboxes. If we locked the mailboxes first, the two would deadlock: the new row of `emails`
 * refers to the user and waits for the deletion, which waits for the mailboxes.
 */
export async function notifyLostMailboxes(ctx: Context): Promise<void> {
  const now = ctx.now()
  const { lossNotifiedAt, lastActiveAt } = mailboxes
  const isNewLoss = and(
    lt(lossNotifiedAt, lastActiveAt),
    lt(lossNotifiedAt, new Date(now.getTime() - notificationIntervalMs)),
  )
  await ctx.db.transaction(async (tx) => {
    const isUnnotified = and(
      eq(mailboxes.problem, 'needs-reconnect'),
      mailboxes.isActive,
      not(mailboxes.isPaused),
      or(isNull(lossNotifiedAt), isNewLoss),
    )
    const affected = tx
      .select({ userId: mailboxes.userId })
      .from(mailboxes)
      .where(isUnnotified)
      .limit(maxAtOnce)
    const locked = await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, affected))
      .orderBy(asc(users.id))
      .for('key share')
    const userIds = locked.map(({ id }) => id)
    const unnotified = tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(isUnnotified, sql`${mailboxes.userId} = any(${sql.param(userIds)}::uuid[])`))
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
