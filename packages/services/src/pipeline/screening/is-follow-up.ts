import type { Category } from '@doorman/domain/screening/categories'
import type { Policy } from '@doorman/domain/screening/policy'
import type { DecisionState } from '@doorman/domain/screening/user-action'
import type { Message } from '@doorman/domain/mail/message'
import { listReferences } from '@doorman/domain/mail/references'

/** An earlier message of the same sender in the same thread that was filtered or observed. */
export type EarlierMessage = {
  readonly outcome: 'keep' | 'observe' | 'filter'
  readonly category: Category | null
  readonly state: DecisionState | null
  readonly rfcMessageId: string | null
  /** The state of our smart response to it; `null` if there is none. */
  readonly replyState: 'claimed' | 'sent' | 'unsent' | 'bounced' | null
}

/**
 * Whether an earlier message of this sender in the same thread was filtered, in a category that
 * the user still does not want. `false` if the user restored one of them, or if the message may
 * answer our smart response: an answer to it is judged by its own text.
 */
export function isFollowUp(
  message: Message,
  earlier: readonly EarlierMessage[],
  policy: Policy,
): boolean {
  if (earlier.some(({ state }) => state === 'restored')) return false
  return earlier.some((one) => isUnwanted(one, policy)) && !mayAnswerOurReply(message, earlier)
}

/**
 * A `gone` message left the inbox before we could move it, so it does not count. Nor does one that was
 * put back (`returned`): its user took the filtering back, but did not say that the sender is welcome.
 * A message that was only observed counts while the mailbox is still observed.
 */
function isUnwanted(
  { outcome, state, category }: EarlierMessage,
  { mode, unwanted }: Policy,
): boolean {
  const wasFiltered =
    outcome === 'filter' ? state !== 'gone' && state !== 'returned' : mode === 'observe'
  return wasFiltered && category !== null && unwanted.has(category)
}

/**
 * Whether we have replied in this thread and the message refers to a Message-ID that is not one of
 * the sender's own. The Message-ID of our reply itself may be unknown: the provider's response
 * to the send call can get lost.
 */
function mayAnswerOurReply({ headers }: Message, earlier: readonly EarlierMessage[]): boolean {
  const own = new Set(earlier.map(({ rfcMessageId }) => rfcMessageId))
  return (
    earlier.some(({ replyState }) => replyState !== null && replyState !== 'unsent') &&
    listReferences(headers).some((id) => !own.has(id))
  )
}
