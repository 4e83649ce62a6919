import type { Db } from '@doorman/db/client'
import { lockUserAgainstDeletion } from '@doorman/db/queries/lock-user'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { applyAction } from '../../user-actions/apply-action.ts'
import { isOwnAccount, notConnected } from '../own-mailbox.ts'
import { isFromFirstScan } from './is-from-first-scan.ts'

type Input = {
  readonly mailboxId: MailboxId
  /** Also switches the mailbox to observe-only. */
  readonly observeOnly?: boolean | undefined
}

/**
 * Puts back what the first scan moved, except what the user has restored or reported. The senders are
 * not trusted. Returns the emails that were put back. Idempotent: a second call finds none.
 *
 * Lock order: users (share), mailboxes, then as in applyAction.
 */
export async function undoFirstScan(
  ctx: Context,
  actor: Actor,
  { mailboxId, observeOnly = false }: Input,
): Promise<readonly DecisionId[]> {
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, userId)
    const isOwn = isOwnAccount(actor, mailboxId)
    const mailbox = observeOnly ? await startObserving(tx, isOwn) : await find(tx, isOwn)
    if (!mailbox) throw notConnected()
    const which = and(
      isFromFirstScan(mailbox),
      eq(decisions.outcome, 'filter'),
      inArray(decisions.state, ['pending', 'set-aside']),
    )
    return applyAction(ctx, tx, { userId, action: 'put-back', which })
  })
}

const columns = { id: mailboxes.id, createdAt: mailboxes.createdAt }

async function find(tx: Db, which: SQL | undefined) {
  const [mailbox] = await tx.select(columns).from(mailboxes).where(which).for('key share')
  return mailbox
}

async function startObserving(tx: Db, which: SQL | undefined) {
  const [mailbox] = await tx
    .update(mailboxes)
    .set({ isObserveOnly: true })
    .where(which)
    .returning(columns)
  return mailbox
}
