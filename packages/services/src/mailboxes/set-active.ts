import { mailboxes } from '@doorman/db/schema'
import { asc, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'
import { applyPlan } from './apply-plan.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

/** Chooses the mailbox that a plan with room for one looks after; the others are kept. Pro looks after them all. */
export async function setActive(ctx: Context, actor: Actor, mailbox: OwnMailbox): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // In one order, so that two tabs wait for each other in turn. Not more than that: a message that
    // is being recorded holds its mailbox, and would wait for us as we for it.
    await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(eq(mailboxes.userId, actor.userId))
      .orderBy(asc(mailboxes.id))
      .for('no key update')
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
