import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import {
  isDone,
  toActionState as toShownState,
  toEffect,
  type ActionState,
  type ListedEmail,
  type UserAction,
} from '@doorman/domain/screening/user-action'
import type { ListFilters } from '../../lib/lists/list-filters.ts'

/** An action whose request is running, and the emails as they were before it. */
export type PendingAction = {
  readonly action: UserAction
  readonly emails: readonly FilteredEmail[]
}

/** The emails as they will be if all pending actions succeed. */
export function withPending(
  emails: readonly FilteredEmail[],
  pending: readonly PendingAction[],
): readonly FilteredEmail[] {
  if (pending.length === 0) return emails
  const actions = new Map(
    pending.flatMap(({ action, emails }) => emails.map(({ id }) => [id, action])),
  )
  return emails.map((email) => {
    const action = actions.get(email.id)
    return action ? withAction(email, action) : email
  })
}

export function withAction(email: FilteredEmail, action: UserAction): FilteredEmail {
  return toSteps(email, action).reduce(withStep, email)
}

/**
 * The steps in which the server takes an action. It puts back only emails without an action, so the
 * action on a restored or reported email is undone first.
 */
export function toSteps(email: FilteredEmail, action: UserAction): UserAction[] {
  const isActedOn = email.action === 'restored' || email.action === 'spam'
  return action === 'put-back' && isActedOn ? ['undo', 'put-back'] : [action]
}

function withStep(email: FilteredEmail, step: UserAction): FilteredEmail {
  const effect = toEffect(step, toListed(email))
  if (!effect) return email
  const { action: _before, ...rest } = email
  const action = toShownState(effect.state)
  return {
    ...rest,
    isObserved: effect.outcome === 'observe',
    ...(action !== 'none' && { action }),
  }
}

function toListed({ action, isObserved, isGone }: FilteredEmail): ListedEmail {
  const untouched = isObserved ? null : 'set-aside'
  return {
    outcome: isObserved ? 'observe' : 'filter',
    state: action ?? (isGone ? 'gone' : untouched),
  }
}

/** Whether an email still belongs in a list of this state: the same rule as on the server. */
export function isInState(
  { action, isObserved }: FilteredEmail,
  state: ListFilters['state'],
): boolean {
  const isBack = action === 'restored' || action === 'returned'
  switch (state) {
    case 'would-move':
      return isObserved && action === undefined
    case 'filtered':
      return !isObserved && !isBack
    case 'restored':
      return isBack
    case 'spam':
      return action === 'spam'
    case null:
      return true
  }
}

/**
 * Leaves out emails that the action would not change and emails that can no longer be moved. One that
 * was put back is in the inbox: restoring it would only trust its sender, which has its own button.
 */
export function findAffected(
  emails: readonly FilteredEmail[],
  action: UserAction,
): readonly FilteredEmail[] {
  return emails.filter((email) => {
    const listed = toListed(email)
    if (email.isGone || (action === 'restore' && email.action === 'returned')) return false
    return toEffect(action, listed) !== null && !isDone(action, listed)
  })
}

/** The actions that give each email back the state it had before this one. */
export function toReversal({ action, emails }: PendingAction): PendingAction[] {
  const groups = Map.groupBy(emails, (email) => toActionBack(email, withAction(email, action)))
  return [...groups].map(([back, group]) => ({
    action: back,
    emails: group.map((email) => withAction(email, action)),
  }))
}

function toActionBack(before: FilteredEmail, after: FilteredEmail): UserAction {
  switch (toActionState(before)) {
    case 'restored':
      return 'restore'
    case 'spam':
      return 'report-spam'
    case 'returned':
      return 'put-back'
    case 'none':
      // An observed email that was moved goes back to the inbox.
      return before.isObserved && !after.isObserved ? 'put-back' : 'undo'
  }
}

export function toIds(emails: readonly FilteredEmail[]): DecisionId[] {
  return emails.map(({ id }) => id)
}

/**
 * The state that the user sees while choosing. It is sent as `expectedState`: the server skips an
 * email that is in another state by then.
 */
export function toActionState({ action }: FilteredEmail): ActionState {
  return action ?? 'none'
}

/** Emails in the same state, no more than one call accepts. */
export type Batch = { readonly expectedState: ActionState; readonly ids: DecisionId[] }

/** Splits emails into the fewest calls that the server accepts. */
export function toBatches(emails: readonly FilteredEmail[], maxPerBatch: number): Batch[] {
  return [...Map.groupBy(emails, toActionState)].flatMap(([expectedState, group]) => {
    const ids = toIds(group)
    return Array.from({ length: Math.ceil(ids.length / maxPerBatch) }, (_, index) => ({
      expectedState,
      ids: ids.slice(index * maxPerBatch, (index + 1) * maxPerBatch),
    }))
  })
}
