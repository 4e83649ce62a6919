import { lockUser } from '@doorman/db/queries/lock-user'
import { grants, mailboxes } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { deleteOrphanedDecisionsJob, endGrantJob } from '../../ports/jobs.ts'
import { applyPlan } from '../../plans/apply-plan.ts'
import { isOwn, notConnected, type OwnMailbox } from '../own-mailbox.ts'

/**
 * Deletes the mailbox at once, without asking its provider; jobs that run later find nothing. A
 * job revokes the grant, and another one deletes the decisions.
 */
export async function disconnectMailbox(
  ctx: Context,
  actor: Actor,
  mailbox: OwnMailbox,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const [disconnected] = await tx
      .delete(mailboxes)
      .where(isOwn(actor, mailbox))
      .returning({ grantId: mailboxes.grantId })
    if (!disconnected) throw notConnected()
    await tx.update(grants).set({ endedAt: ctx.now() }).where(eq(grants.id, disconnected.grantId))
    await ctx.jobs.enqueue(tx, endGrantJob, disconnected)
    await ctx.jobs.enqueue(tx, deleteOrphanedDecisionsJob, {})
    await applyPlan(ctx, tx, actor)
  })
}
