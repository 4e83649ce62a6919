/** What a user can do with a filtered email. */
export type UserAction = 'restore' | 'report-spam' | 'undo'

/**
 * State of a filtered email. `pending`: decided, not yet moved. `set-aside`: moved
 * out of the inbox. `restored` and `spam`: the user's last action. `gone`: not moved and not to be
 * moved, because it was deleted, or the user put it elsewhere first, or we had no access for a week.
 */
export const decisionStates = ['pending', 'set-aside', 'restored', 'spam', 'gone'] as const
export type DecisionState = (typeof decisionStates)[number]

/** The state that each action leads to. The move in the mailbox follows in a job. */
export const stateAfter = {
  restore: 'restored',
  'report-spam': 'spam',
  undo: 'set-aside',
} as const satisfies Record<UserAction, DecisionState>

/** What the app shows of a state: the user's last action, or `none` if there is nothing to undo. */
export type ActionState = 'restored' | 'spam' | 'none'

export function toActionState(state: DecisionState | null): ActionState {
  return state === 'restored' || state === 'spam' ? state : 'none'
}
