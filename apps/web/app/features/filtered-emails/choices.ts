import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { findAffected } from './pending-actions.ts'

export type Choice = { readonly action: UserAction; readonly label: string }

const move = { action: 'set-aside', label: 'Move' } as const
const keep = { action: 'restore', label: 'Keep' } as const
const restore = { action: 'restore', label: 'Restore' } as const
const spam = { action: 'report-spam', label: 'Spam' } as const
const undo = { action: 'undo', label: 'Set aside again' } as const

/** The buttons of a row, and the entries of its menu once the user has decided. */
export function toChoices(email: FilteredEmail): {
  buttons: readonly Choice[]
  menu: readonly Choice[]
} {
  const { action, isObserved, isGone } = email
  if (isGone) return { buttons: [], menu: [] }
  if (isObserved)
    return action
      ? { buttons: [], menu: [{ ...undo, label: 'Undo Keep' }] }
      : { buttons: [move, keep], menu: [] }
  switch (action) {
    case 'restored':
      return { buttons: [], menu: [{ ...spam, label: 'Mark as spam' }, undo] }
    case 'spam':
      return { buttons: [], menu: [{ ...restore, label: 'Restore to inbox' }, undo] }
    case 'returned':
      return { buttons: [move], menu: [] }
    case undefined:
      return { buttons: [restore, spam], menu: [] }
  }
}

/** What can be done with at least one of several emails. */
export function toBulkChoices(emails: readonly FilteredEmail[]): readonly Choice[] {
  const isAllObserved = emails.every(({ isObserved }) => isObserved)
  return [move, isAllObserved ? keep : restore, spam].filter(
    ({ action }) => findAffected(emails, action).length > 0,
  )
}
