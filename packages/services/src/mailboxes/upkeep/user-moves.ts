import type { DecisionId } from '@doorman/domain/ids'
import type { MessageLocation, ReceivedMessage } from '@doorman/mail/mailbox'

/** A message that we moved, and where it is now. */
export type MovedMessage = {
  readonly decisionId: DecisionId
  /** Where it belongs by its decision (toTarget). */
  readonly target: MessageLocation
  readonly movedAt: Date
  /** `unknown`: the provider did not say. */
  readonly location: ReceivedMessage['location'] | 'gone' | 'unknown'
}

/** What the user did with the messages after we moved them. */
export type UserMoves = {
  readonly restored: readonly DecisionId[]
  readonly gone: readonly DecisionId[]
}

/**
 * Treats a difference as the user's own action. A message in the inbox or in one of the user's folders
 * was moved back by hand. Junk and the bin change nothing.
 */
export function toUserMoves(messages: readonly MovedMessage[]): UserMoves {
  const folderKnownSince = toOldestSetAside(messages)
  const isRestored = ({ target, location, movedAt }: MovedMessage) =>
    location === 'inbox' ||
    (location === 'elsewhere' && (target === 'junk' || movedAt >= folderKnownSince))
  return {
    restored: toIds(messages.filter(isRestored)),
    gone: toIds(messages.filter(({ location }) => location === 'gone')),
  }
}

/**
 * If the user renames or deletes Doorman's label, all its messages are elsewhere at once, although
 * the user restored none of them. So a message that was set aside counts as restored only if another
 * one, set aside at the same time or earlier, is still in the label: then the label has existed since.
 */
function toOldestSetAside(messages: readonly MovedMessage[]): Date {
  const times = messages
    .filter(({ location, target }) => location === 'set-aside' && target === 'set-aside')
    .map(({ movedAt }) => movedAt.getTime())
  const maxTimeMs = 8.64e15
  return new Date(Math.min(maxTimeMs, ...times))
}

function toIds(messages: readonly MovedMessage[]): readonly DecisionId[] {
  return messages.map(({ decisionId }) => decisionId)
}
