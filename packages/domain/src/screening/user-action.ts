/**
 * What a user can do with a listed email. `restore`: back to the inbox, and the sender is trusted; an
 * observed email stays there. `put-back`: to the inbox without trusting the sender. `set-aside`: out
 * of the inbox, for an observed email or one that was put back. `undo`: undoes a restore, a report or
 * a put-back.
 */
export const userActions = ['restore', 'report-spam', 'set-aside', 'put-back', 'undo'] as const
export type UserAction = (typeof userActions)[number]

/**
 * State of a filtered email. `pending`: decided, not yet moved. `set-aside`: moved out of the inbox.
 * `restored`, `returned` and `spam`: the user's last action. `gone`: not moved and not to be moved,
 * because it was deleted, or the user put it elsewhere first, or we had no access for a week.
 */
export const decisionStates = [
  'pending',
  'set-aside',
  'restored',
  'returned',
  'spam',
  'gone',
] as const
export type DecisionState = (typeof decisionStates)[number]

/** What the app shows of a state: the user's last action, or `none` if there is nothing to undo. */
export const actionStates = ['none', 'restored', 'returned', 'spam'] as const
export type ActionState = (typeof actionStates)[number]

export function toActionState(state: DecisionState | null): ActionState {
  return state === 'restored' || state === 'returned' || state === 'spam' ? state : 'none'
}

/** An observed email has the state `null`, or `restored` once the user chose to keep it. */
export type ListedEmail = {
  readonly outcome: 'observe' | 'filter'
  readonly state: DecisionState | null
}

/** What an action does to an email. */
export type ActionEffect = ListedEmail & {
  /** Whether the message may have to be moved in the mailbox. */
  readonly needsMove: boolean
  /** What becomes of the sender's reputation and the lesson. `take-back`: as before the last action. */
  readonly learning: 'trust' | 'block' | 'take-back' | 'none'
  /** Filtered, but back in the inbox: no longer counted as filtered. */
  readonly isBack: boolean
}

/** `null`: the action changes nothing. Repeating a restore or a report moves the message again. */
export function toEffect(action: UserAction, email: ListedEmail): ActionEffect | null {
  const { outcome, state } = email
  const isObserved = outcome === 'observe'
  switch (action) {
    case 'restore':
      return isObserved
        ? { ...kept, state: 'restored', learning: 'trust' }
        : { ...moved, state: 'restored', learning: 'trust', isBack: true }
    case 'report-spam':
      return { ...moved, state: 'spam', learning: 'block' }
    case 'set-aside':
      // Pending, because the user may have taken it out of the inbox since: then it stays there.
      if (isObserved) return state === null ? { ...moved, state: 'pending' } : null
      return state === 'returned' ? { ...moved, state: 'set-aside' } : null
    case 'put-back':
      return state === 'pending' || state === 'set-aside'
        ? { ...moved, state: 'returned', isBack: true }
        : null
    case 'undo':
      if (isObserved) return state === null ? null : { ...kept, state: null, learning: 'take-back' }
      // The lesson is taken back even if the message has gone since.
      if (state === 'gone') return { ...moved, state, needsMove: false, learning: 'take-back' }
      return toActionState(state) === 'none'
        ? null
        : { ...moved, state: 'set-aside', learning: 'take-back' }
  }
}

const kept = { outcome: 'observe', needsMove: false, learning: 'none', isBack: false } as const
const moved = { outcome: 'filter', needsMove: true, learning: 'none', isBack: false } as const

/** Whether the email already is as the action would leave it: another tab may have been first. */
export function isDone(action: UserAction, { outcome, state }: ListedEmail): boolean {
  switch (action) {
    case 'restore':
      return state === 'restored'
    case 'report-spam':
      return state === 'spam'
    case 'set-aside':
      return outcome === 'filter' && toActionState(state) === 'none'
    case 'put-back':
      return outcome === 'observe' || ['restored', 'returned', 'gone'].includes(state ?? '')
    case 'undo':
      return toActionState(state) === 'none'
  }
}
