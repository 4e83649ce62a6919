import type { DecisionState } from '@doorman/domain/screening/user-action'
import type { MessageLocation, ReceivedMessage } from '@doorman/mail/mailbox'
import { toTarget, type MovedDecision } from '../../user-actions/to-target.ts'

/**
 * The move from a message's location to the target of its state. Before our first move (`pending`,
 * also by the user's choice) only a message in the inbox is moved; one that the user put elsewhere
 * counts as gone. Another action applies wherever the message is, but only a restore takes it out of
 * the bin.
 */
export function nextMove(
  decision: MovedDecision,
  location: ReceivedMessage['location'],
): MessageLocation | 'stay' | 'gone' {
  const { state } = decision
  const target = toTarget(decision)
  if (target === location || (state === 'spam' && location === 'junk')) return 'stay'
  if (location === 'sent' || location === 'draft') return 'gone'
  if (state === 'pending' && location !== 'inbox') return 'gone'
  if (location === 'bin' && state !== 'restored') return 'gone'
  return target
}

/**
 * The mailbox has become observe-only since the decision: the message stays in the inbox and counts as
 * observed. What the user chose is moved all the same.
 */
export function isToBeObserved(
  { isObserveOnly }: { readonly isObserveOnly: boolean },
  { state, actionAt }: { readonly state: DecisionState; readonly actionAt: Date | null },
): boolean {
  return isObserveOnly && state === 'pending' && actionAt === null
}
