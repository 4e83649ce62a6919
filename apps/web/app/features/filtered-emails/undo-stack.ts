import type { DecisionId } from '@doorman/domain/ids'

/** Undoes one thing the user did. Returns the first email that it changes, if any. */
export type Undo = () => DecisionId | null

/** What undoes the things done on this page, the last one at the end. */
const stack: Undo[] = []

export const undoStack = {
  push(undo: Undo): void {
    stack.push(undo)
  },
  /** For an undo that was chosen in a toast. */
  remove(undo: Undo): void {
    const index = stack.indexOf(undo)
    if (index !== -1) stack.splice(index, 1)
  },
  undoLast(): DecisionId | null {
    return stack.pop()?.() ?? null
  },
  clear(): void {
    stack.length = 0
  },
}
