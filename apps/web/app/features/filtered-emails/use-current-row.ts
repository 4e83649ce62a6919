import type { DecisionId } from '@doorman/domain/ids'
import { useState } from 'react'

/** The part of a row that has the focus while one goes through the list. */
export function toRowId(id: DecisionId): string {
  return `email-${id}`
}

/** Where in the list somebody is: the row that has, or last had, the focus. */
export function useCurrentRow(ids: readonly DecisionId[]) {
  const [currentId, setCurrentId] = useState<DecisionId | null>(null)
  const index = currentId === null ? -1 : ids.indexOf(currentId)

  return {
    currentId: ids[index] ?? null,
    setCurrentId,
    /** What `move` may lead to, which has to be in the document then. */
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
