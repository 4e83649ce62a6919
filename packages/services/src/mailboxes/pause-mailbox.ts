import { mailboxes } from '@doorman/db/schema'
import type { Actor, Context } from '../context.ts'
import { isOwn, notConnected, type OwnMailbox } from './own-mailbox.ts'

export async function pauseMailbox(
  { db }: Context,
  actor: Actor,
  mailbox: OwnMailbox,
): Promise<void> {
  const paused = await db
    .update(mailboxes)
    .set({ isPaused: true })
    .where(isOwn(actor, mailbox))
    .returning({ id: mailboxes.id })
  if (paused.length === 0) throw notConnected()
}
