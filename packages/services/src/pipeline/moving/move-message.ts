import { findAccessibleMailbox, findOpenMailbox } from '@doorman/db/queries/mailboxes'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import type { GivenUp } from '../../ports/jobs.ts'
import { resolveMailFailure } from '../mail-failure.ts'
import { completeMoves, type MoveResult } from './complete-moves.ts'
import { acquireLease, releaseLease, type MoveLease } from './move-lease.ts'
import { isTooLate, nextMove, type Circumstances } from './next-move.ts'

/**
 * The careful way: moves one message to where its decision's state says, out of the inbox or to where
 * the user's last action puts it. Idempotent. An action during the move is carried out before the job
 * ends.
 */
export async function moveMessage(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | GivenUp | 'not-yet'> {
  for (;;) {
    const lease = await acquireLease(ctx, decisionId)
    if (lease === null) return
    // The other worker may be dead. Only the end of its lease shows that, so the job tries again.
    if (lease === 'leased') return 'not-yet'
    const result = await moveAndRecord(ctx, mailboxId, lease)
    if (result === 'given-up') return { kind: 'given-up', failure: 'provider-refused' }
    if (result !== 'changed') return
  }
}

/** `changed`: the user took another action during the move. */
async function moveAndRecord(
  ctx: Context,
  mailboxId: MailboxId,
  lease: MoveLease,
): Promise<MoveResult | 'changed'> {
  let result: MoveResult
  try {
    result = await moveUnderLease(ctx, mailboxId, lease)
  } catch (error) {
    await releaseLease(ctx, lease)
    throw error
  }
  const changed = await completeMoves(ctx, mailboxId, [{ lease, result }])
  return changed.length > 0 ? 'changed' : result
}

async function moveUnderLease(
  ctx: Context,
  mailboxId: MailboxId,
  lease: MoveLease,
): Promise<MoveResult> {
  // In a paused mailbox nothing is set aside, but the user's own actions are carried out.
  const find = lease.actionAt === null ? findOpenMailbox : findAccessibleMailbox
  const row = await find(ctx.db, mailboxId)
  if (!row) return lease.mayHaveMoved ? 'unfinished' : 'postponed'
  const now = ctx.now()
  try {
    const mailbox = await ctx.mail.openMailbox(row.grantId, row)
    return await move(mailbox, lease, { isObserveOnly: row.isObserveOnly, now })
  } catch (error) {
    const results = {
      'message-gone': 'gone',
      'message-refused': isTooLate(lease, now) ? 'gone' : 'given-up',
      'needs-reconnect': 'unfinished',
    } as const satisfies Record<string, MoveResult>
    return results[await resolveMailFailure(ctx, row, error)]
  }
}

async function move(
  mailbox: Mailbox,
  lease: MoveLease,
  circumstances: Circumstances,
): Promise<MoveResult> {
  const { providerMessageId, movedAt } = lease
  const { location } = await mailbox.loadMessage(providerMessageId)
  // movedAt is set here only if, during a lease, a sync saw that the user moved the message by hand.
  // If it is set aside now, our own move came later and is reverted. Otherwise it stays.
  if (movedAt !== null && location !== 'set-aside') return 'done'
  const to = nextMove(lease, location, circumstances)
  if (to === 'gone' || to === 'observed') return to
  if (to !== 'stay') await mailbox.move(providerMessageId, to)
  return 'done'
}
