import type { DecisionId } from '@doorman/domain/ids'
import { useState } from 'react'

/** DOM id of the part of a row that takes the focus. */
export function toRowId(id: DecisionId): string {
  return `email-${id}`
}

/** The row that has the focus, or had it last. */
export function useCurrentRow(ids: readonly DecisionId[], firstId: DecisionId | null) {
  const [currentId, setCurrentId] = useState(firstId)
  const index = currentId === null ? -1 : ids.indexOf(currentId)

  return {
    currentId: ids[index] ?? null,
    setCurrentId,
    /** Rows that must stay in the document, because they can get the focus next. */
    keptRows: [index - 1, index, index + 1],
    move(step: 1 | -1) {
      const target = ids[Math.max(0, index + step)]
      if (target) focusRow(target)
    },
    /** After an action on a row, focuses the next row or, if it was the last, the one before it. */
    goOnAfter(id: DecisionId, options?: FocusOptions) {
      const done = ids.indexOf(id)
      const target = ids[done + 1] ?? ids[done - 1] ?? id
      focusRow(target, options)
    },
  }
}

export function focusRow(id: DecisionId, options?: FocusOptions): void {
  document.getElementById(toRowId(id))?.focus(options)
}
