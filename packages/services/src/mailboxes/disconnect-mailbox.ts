import { holdUser } from '@doorman/db/queries/users'
import { grants, mailboxes } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { endGrantJob } from '../jobs.ts'
import { applyPlan } from './apply-plan.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

/**
 * Forgets a mailbox at once, whatever its provider says: jobs that come for it
 * later find nothing. What the provider gave us is given back by a job of its own.
 */
export async function disconnectMailbox(
  ctx: Context,
  actor: Actor,
  mailbox: OwnMailbox,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdUser(tx, actor.userId)
    const [gone] = await tx
      .delete(mailboxes)
      .where(isOwn(actor, mailbox))
      .returning({ grantId: mailboxes.grantId })
    if (!gone) throw notConnected()
    await tx.update(grants).set({ endedAt: ctx.now() }).where(eq(grants.id, gone.grantId))
    await ctx.jobs.enqueue(tx, endGrantJob, gone)
    await applyPlan(ctx, tx, actor)
  })
}
