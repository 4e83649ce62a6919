import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { findReputation } from '@doorman/db/queries/sender-reputations'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { ReplyId, UserId } from '@doorman/domain/ids'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Context } from '../../ports/context.ts'
import { applyAction } from '../../user-actions/apply-action.ts'

/**
 * Grants the appeal of a sender who answered "We've met before": restores all their filtered
 * emails, trusts them from then on and notifies the user by email. At most once per reply. Does
 * nothing if the user has already trusted or blocked the sender.
 */
export async function grantAppeal(
  ctx: Context,
  { replyId }: { readonly replyId: ReplyId },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userId: smartReplies.userId })
      .from(smartReplies)
      .where(eq(smartReplies.id, replyId))
    if (!found) return
    const { userId } = found
    // Lock order: users before smart_replies and decisions. Deleting a user or disconnecting a
    // mailbox locks the user first and then cascades to both tables; without this lock, they and
    // this transaction can deadlock.
    await lockUser(tx, userId)
    const [reply] = await tx
      .update(smartReplies)
      .set({ appealedAt: ctx.now() })
      .where(and(eq(smartReplies.id, replyId), isNull(smartReplies.appealedAt)))
      .returning()
    const decision = reply?.decisionId && (await findDecision(tx, reply.decisionId))
    if (!reply || !decision || decision.senderAddress === null) return
    const { id: decisionId, senderAddress: address } = decision
    if ((await findReputation(tx, userId, address)) !== null) return
    const restored = await applyAction(ctx, tx, {
      userId,
      action: 'restore',
      by: 'sender',
      which: isFilteredFrom(tx, userId, address),
    })
    if (restored.length > 0)
      await orderEmails(ctx, tx, [{ userId, kind: 'sender-let-in', subjectId: decisionId }])
  })
}

async function findDecision(tx: Db, decisionId: (typeof decisions.$inferSelect)['id']) {
  const [decision] = await tx
    .select({ id: decisions.id, senderAddress: decisions.senderAddress })
    .from(decisions)
    // The decision outlives a disconnected mailbox until a job deletes it.
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(eq(decisions.id, decisionId))
  return decision
}

/**
 * Selects emails in all mailboxes of the user, since a sender's reputation applies to all of them.
 * An email that the user has put back counts: its sender is not trusted yet.
 */
function isFilteredFrom(tx: Db, userId: UserId, address: string) {
  const own = tx.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.userId, userId))
  return and(
    inArray(decisions.mailboxId, own),
    eq(decisions.senderAddress, address),
    inArray(decisions.state, ['pending', 'set-aside', 'returned']),
  )
}
