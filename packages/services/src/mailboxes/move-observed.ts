import { hasState } from '@doorman/db/queries/listed-decisions'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { applyAction } from '../user-actions/apply-action.ts'
import { isOwnAccount, notConnected } from './own-mailbox.ts'

/** Emails per transaction. Their rows stay locked until the commit. */
const batchSize = 200

/**
 * Moves all emails of a mailbox that were observed so far, except those that the user has kept.
 * Returns how many. It can be cut off between two batches; the next call moves the rest. New emails
 * that are observed meanwhile are left out, so that it ends.
 */
export async function moveObserved(
  ctx: Context,
  actor: Actor,
  { mailboxId }: { readonly mailboxId: MailboxId },
): Promise<number> {
  const until = ctx.now()
  let moved = 0
  for (;;) {
    const batch = await moveBatch(ctx, actor, mailboxId, until)
    if (batch === null) return moved
    moved += batch
  }
}

/**
 * Returns how many were moved; `null` if none are left. Two tabs may move the same batch: the second
 * waits for the rows, finds them filtered (the condition is checked again) and moves none of them.
 *
 * Lock order: users (share), mailboxes (share), then as in applyAction.
 */
async function moveBatch(
  ctx: Context,
  actor: Actor,
  mailboxId: MailboxId,
  until: Date,
): Promise<number | null> {
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, userId)
    const [mailbox] = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(isOwnAccount(actor, mailboxId))
      .for('key share')
    if (!mailbox) throw notConnected()
    const isObserved = and(eq(decisions.mailboxId, mailboxId), hasState['would-move'])
    const batch = await tx
      .select({ id: decisions.id })
      .from(decisions)
      .where(and(isObserved, lte(decisions.decidedAt, until)))
      .orderBy(desc(decisions.receivedAt))
      .limit(batchSize)
    if (batch.length === 0) return null
    const ids = batch.map(({ id }) => id)
    const which = and(isObserved, inArray(decisions.id, ids))
    return (await applyAction(ctx, tx, { userId, action: 'set-aside', which })).length
  })
}
