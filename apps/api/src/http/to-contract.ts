import {
  toActionState,
  type ActionState,
  type DecisionState,
  type UserAction,
} from '@doorman/domain/screening/user-action'

/** The API's `action` of a filtered email: what the user last did with it, if anything. */
export function toAction(state: DecisionState | null): Exclude<ActionState, 'none'> | undefined {
  const shown = toActionState(state)
  return shown === 'none' ? undefined : shown
}

/** The API's words for a user's actions. `restored` is an older spelling of `restore`. */
export const userActions = {
  restore: 'restore',
  restored: 'restore',
  spam: 'report-spam',
  move: 'set-aside',
  'put-back': 'put-back',
  undo: 'undo',
} as const satisfies Record<string, UserAction>
