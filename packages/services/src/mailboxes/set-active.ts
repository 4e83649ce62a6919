import { holdUser } from '@doorman/db/queries/users'
import { mailboxes } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'
import { applyPlan } from './apply-plan.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

/** Chooses the mailbox that a plan with room for one looks after; the others are kept. Pro looks after them all. */
export async function setActive(ctx: Context, actor: Actor, mailbox: OwnMailbox): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdUser(tx, actor.userId)
    const [chosen] = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(isOwn(actor, mailbox))
    if (!chosen) throw notConnected()
    await tx.update(mailboxes).set({ isActive: false }).where(eq(mailboxes.userId, actor.userId))
    await tx
      .update(mailboxes)
      .set({ isActive: true, lastActiveAt: ctx.now() })
      .where(eq(mailboxes.id, chosen.id))
    await applyPlan(ctx, tx, actor)
    await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: chosen.id })
  })
}
