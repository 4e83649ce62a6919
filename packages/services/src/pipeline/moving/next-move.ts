import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import type { MessageLocation, ReceivedMessage } from '@doorman/mail/mailbox'
import { toTarget, type MovableDecision } from '../../user-actions/to-target.ts'

type DatedDecision = MovableDecision & { readonly actionAt: Date | null; readonly decidedAt: Date }

export type Circumstances = { readonly isObserveOnly: boolean; readonly now: Date }

/**
 * The move from a message's location to the target of its decision. While it is `pending`, only a
 * message in the inbox is moved; one that the user put elsewhere counts as gone. Other states apply
 * wherever the message is, but only a restore takes it out of the bin.
 *
 * If the mailbox has become observe-only since the decision, the message counts as observed and stays
 * where it is, unless the user chose the move. If a worker moved it before and died, it is at its
 * target already, and counts as moved. A message that is still in the inbox a week after the decision stays
 * there.
 */
export function nextMove(
  decision: DatedDecision,
  location: ReceivedMessage['location'],
  { isObserveOnly, now }: Circumstances,
): MessageLocation | 'stay' | 'observed' | 'gone' {
  const { state, actionAt } = decision
  const target = toTarget(decision)
  // A reported contact-form message that is already in junk stays there: the user or the
  // provider put it there.
  if (target === location || (state === 'spam' && location === 'junk')) return 'stay'
  if (isObserveOnly && state === 'pending' && actionAt === null) return 'observed'
  if (isTooLate(decision, now)) return 'gone'
  if (location === 'sent' || location === 'draft') return 'gone'
  if (state === 'pending' && location !== 'inbox') return 'gone'
  if (location === 'bin' && state !== 'restored') return 'gone'
  return target
}

/** After a week we no longer set a message aside: its user has had it in the inbox all that time. */
export function isTooLate({ state, actionAt, decidedAt }: DatedDecision, now: Date): boolean {
  const chosenAt = actionAt ?? decidedAt
  return state === 'pending' && chosenAt.getTime() <= now.getTime() - maxMoveDelayMs
}
