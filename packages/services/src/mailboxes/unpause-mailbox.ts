import { mailboxes } from '@doorman/db/schema'
import type { Actor, Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

/** Looked after again, from this moment. */
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
    await ctx.jobs.enqueue(tx, syncMailboxJob, { mailboxId: resumed.id })
  })
}
