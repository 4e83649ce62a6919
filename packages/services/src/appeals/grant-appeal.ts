import type { Db } from '@doorman/db/client'
import { findStanding } from '@doorman/db/queries/known-senders'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { ReplyId, UserId } from '@doorman/domain/ids'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import { takeWord } from '../last-word.ts'

/**
 * Lets a sender in who answered that they have met the user: all that is held of
 * theirs goes back to the inbox, they are trusted from then on, and the user is
 * told. Once for each reply of ours. Where the user has meanwhile said otherwise,
 * that stands.
 */
export async function grantAppeal(
  ctx: Context,
  { replyId }: { readonly replyId: ReplyId },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [reply] = await tx
      .update(smartReplies)
      .set({ appealedAt: ctx.now() })
      .where(and(eq(smartReplies.id, replyId), isNull(smartReplies.appealedAt)))
      .returning()
    const decision = reply?.decisionId && (await findDecision(tx, reply.decisionId))
    if (!reply || !decision || decision.senderAddress === null) return
    const { id: decisionId, senderAddress: address } = decision
    const { userId } = reply
    if ((await findStanding(tx, userId, address)) !== null) return
    const restored = await takeWord(ctx, tx, {
      userId,
      word: 'restored',
      by: 'sender',
      about: isHeldOf(tx, userId, address),
    })
    if (restored.length > 0)
      await ctx.jobs.enqueue(tx, sendMailJob, { userId, kind: 'sender-let-in', decisionId })
  })
}

async function findDecision(tx: Db, decisionId: (typeof decisions.$inferSelect)['id']) {
  const [decision] = await tx
    .select({ id: decisions.id, senderAddress: decisions.senderAddress })
    .from(decisions)
    .where(eq(decisions.id, decisionId))
  return decision
}

/** In all mailboxes of the user: whoever is known in one is known in the others. */
function isHeldOf(tx: Db, userId: UserId, address: string) {
  const own = tx.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.userId, userId))
  return and(
    inArray(decisions.mailboxId, own),
    eq(decisions.senderAddress, address),
    inArray(decisions.state, ['pending', 'done']),
  )
}
