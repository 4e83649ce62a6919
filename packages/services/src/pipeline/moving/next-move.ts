import type { DecisionState } from '@doorman/domain/screening/user-action'
import type { MessageLocation, ReceivedMessage } from '@doorman/mail/mailbox'
import { toTarget, type MovableDecision } from '../../user-actions/to-target.ts'

/**
 * The move from a message's location to the target of its decision. While it is `pending`, only a
 * message in the inbox is moved; one that the user put elsewhere counts as gone. Other states apply
 * wherever the message is, but only a restore takes it out of the bin.
 */
export function nextMove(
  decision: MovableDecision,
  location: ReceivedMessage['location'],
): MessageLocation | 'stay' | 'gone' {
  const { state } = decision
  const target = toTarget(decision)
  // A reported contact-form message that is already in junk stays there: the user or the
  // provider put it there.
  if (target === location || (state === 'spam' && location === 'junk')) return 'stay'
  if (location === 'sent' || location === 'draft') return 'gone'
  if (state === 'pending' && location !== 'inbox') return 'gone'
  if (location === 'bin' && state !== 'restored') return 'gone'
  return target
}

/**
 * The mailbox has become observe-only since the decision: the message stays in the inbox and counts as
 * observed. A move that the user chose is made all the same.
 */
export function isToBeObserved(
  { isObserveOnly }: { readonly isObserveOnly: boolean },
  { state, actionAt }: { readonly state: DecisionState; readonly actionAt: Date | null },
): boolean {
  return isObserveOnly && state === 'pending' && actionAt === null
}
