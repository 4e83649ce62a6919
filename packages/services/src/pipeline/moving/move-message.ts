import { findOpenMailbox, findAccessibleMailbox } from '@doorman/db/queries/mailboxes'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import type { GivenUp } from '../../ports/jobs.ts'
import { resolveMailFailure } from '../mail-failure.ts'
import {
  acquireLease,
  completeMove,
  releaseLease,
  type MoveLease,
  type MoveResult,
} from './move-lease.ts'
import { nextMove } from './next-move.ts'

/**
 * Moves a message to where its decision's state says: out of the inbox, or to where the user's last
 * action puts it. Idempotent. An action during the move is carried out before the job ends.
 */
export async function moveMessage(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | GivenUp | 'not-yet'> {
  let result: MoveResult = 'done'
  const acquired = await acquireLease(ctx, decisionId)
  // The other worker may be dead. Only the end of its lease shows that, so the job tries again.
  if (acquired === 'leased') return 'not-yet'
  let lease = acquired
  while (lease) {
    try {
      result = await moveUnderLease(ctx, mailboxId, lease)
    } catch (error) {
      await releaseLease(ctx, lease)
      throw error
    }
    lease = await completeMove(ctx, lease, result)
  }
  if (result === 'given-up') return { kind: 'given-up', failure: 'provider-refused' }
}

async function moveUnderLease(
  ctx: Context,
  mailboxId: MailboxId,
  lease: MoveLease,
): Promise<MoveResult> {
  // In a paused mailbox nothing is set aside, but the user's own actions are carried out.
  const find = lease.actionAt === null ? findOpenMailbox : findAccessibleMailbox
  const row = await find(ctx.db, mailboxId)
  if (!row) return 'postponed'
  try {
    return await move(await ctx.mail.openMailbox(row.grantId), lease)
  } catch (error) {
    return resultAfter[await resolveMailFailure(ctx, row, error)]
  }
}

const resultAfter = {
  'message-gone': 'gone',
  'message-refused': 'given-up',
  'needs-reconnect': 'postponed',
} as const satisfies Record<string, MoveResult>

async function move(
  mailbox: Mailbox,
  { providerMessageId, state, movedAt }: MoveLease,
): Promise<MoveResult> {
  const { location } = await mailbox.loadMessage(providerMessageId)
  // movedAt is set here only if, during this lease, a sync saw that the user moved the message by
  // hand. If it is set aside now, our own move came later and is reverted. Otherwise it stays.
  if (movedAt !== null && location !== 'set-aside') return 'done'
  const to = nextMove(state, location)
  if (to === 'gone') return 'gone'
  if (to !== 'stay') await mailbox.move(providerMessageId, to)
  return 'done'
}
