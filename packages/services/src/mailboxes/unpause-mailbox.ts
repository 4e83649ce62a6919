import { mailboxes } from '@doorman/db/schema'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'
import { syncIfDue } from './upkeep/sync-if-due.ts'

export async function unpauseMailbox(
  ctx: Context,
  actor: Actor,
  mailbox: OwnMailbox,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [resumed] = await tx
      .update(mailboxes)
      .set({ isPaused: false, lastActiveAt: ctx.now() })
      .where(isOwn(actor, mailbox))
      .returning({ id: mailboxes.id })
    if (!resumed) throw notConnected()
    await syncIfDue(ctx, tx, resumed.id)
  })
}
