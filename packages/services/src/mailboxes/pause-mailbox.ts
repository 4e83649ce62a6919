import { mailboxes } from '@doorman/db/schema'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { stopPushJob } from '../ports/jobs.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

export async function pauseMailbox(ctx: Context, actor: Actor, mailbox: OwnMailbox): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [paused] = await tx
      .update(mailboxes)
      .set({ isPaused: true })
      .where(isOwn(actor, mailbox))
      .returning({ mailboxId: mailboxes.id })
    if (!paused) throw notConnected()
    await ctx.jobs.enqueue(tx, stopPushJob, paused)
  })
}
