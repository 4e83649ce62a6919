import type { DecisionId } from '@doorman/domain/ids'
import { useState } from 'react'

/** DOM id of the part of a row that takes the focus. */
export function toRowId(id: DecisionId): string {
  return `email-${id}`
}

/** The row that has the focus, or had it last. */
export function useCurrentRow(ids: readonly DecisionId[]) {
  const [currentId, setCurrentId] = useState<DecisionId | null>(null)
  const index = currentId === null ? -1 : ids.indexOf(currentId)

  return {
    currentId: ids[index] ?? null,
    setCurrentId,
    /** Rows that must stay in the document, because `move` can focus them. */
    keptRows: [index - 1, index, index + 1],
    move(step: 1 | -1) {
      const target = ids[Math.max(0, index + step)]
      if (target) focusRow(target)
    },
  }
}

export function focusRow(id: DecisionId): void {
  document.getElementById(toRowId(id))?.focus()
}
