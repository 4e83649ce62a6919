import { lockUser } from '@doorman/db/queries/lock-user'
import { mailboxes } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'
import { applyPlan } from '../plans/apply-plan.ts'
import { syncIfDue } from './upkeep/sync-if-due.ts'

/** Chooses the one mailbox that the Free plan protects. The others stay connected. */
export async function setActive(ctx: Context, actor: Actor, mailbox: OwnMailbox): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
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
    await syncIfDue(ctx, tx, chosen.id)
  })
}
