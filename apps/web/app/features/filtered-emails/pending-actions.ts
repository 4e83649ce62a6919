import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { ActionState, UserAction } from '@doorman/domain/screening/user-action'

/** An action whose request is running, and the emails as they were before it. */
export type PendingAction = {
  readonly action: UserAction
  readonly emails: readonly FilteredEmail[]
}

const shownAfter = { restore: 'restored', 'report-spam': 'spam', undo: undefined } as const
const actionBackTo = { restored: 'restore', spam: 'report-spam', none: 'undo' } as const

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

export function withAction(email: FilteredEmail, userAction: UserAction): FilteredEmail {
  const { action: _before, ...rest } = email
  const action = shownAfter[userAction]
  return action ? { ...rest, action } : rest
}

/** Leaves out emails that the action would not change and emails that can no longer be moved. */
export function findAffected(
  emails: readonly FilteredEmail[],
  userAction: UserAction,
): readonly FilteredEmail[] {
  return emails.filter(({ action, isGone }) => !isGone && action !== shownAfter[userAction])
}

/** The actions that give each email back the state it had before this one. */
export function toReversal({ action, emails }: PendingAction): PendingAction[] {
  const groups = Map.groupBy(emails, (email) => actionBackTo[toActionState(email)])
  return [...groups].map(([back, group]) => ({
    action: back,
    emails: group.map((email) => withAction(email, action)),
  }))
}

export function toIds(emails: readonly FilteredEmail[]): DecisionId[] {
  return emails.map(({ id }) => id)
}

/** The state the user sees while choosing. If it has changed on the server by then, the server does nothing. */
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
