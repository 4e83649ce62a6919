import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import { useState } from 'react'
import { toIds } from './pending-actions.ts'
import { nothingSelected, toggleSelected, type Selection } from './selection.ts'

/** The selected emails. An email that leaves the list is no longer selected. */
export function useSelection(emails: readonly FilteredEmail[]) {
  const [selection, setSelection] = useState<Selection<DecisionId>>(nothingSelected)
  const selected = emails.filter(({ id }) => selection.ids.has(id))
  const isAll = selected.length > 0 && selected.length === emails.length

  return {
    selected,
    isAll,
    has: (id: DecisionId) => selection.ids.has(id),
    toggle: (id: DecisionId, isRange: boolean) =>
      setSelection(toggleSelected(selection, toIds(emails), id, isRange)),
    toggleAll: () =>
      setSelection(isAll ? nothingSelected : { ids: new Set(toIds(emails)), anchor: null }),
    clear: () => setSelection(nothingSelected),
  }
}
