import type { DecisionId } from '@doorman/domain/ids'
import { beforeEach, expect, test } from 'vitest'
import { undoStack } from './undo-stack.ts'

const id = '00000000-0000-4000-8000-000000000001' as DecisionId

beforeEach(() => undoStack.clear())

test('undoes the latest action first, and each action once', () => {
  const undone: string[] = []
  undoStack.push(() => (undone.push('first'), id))
  undoStack.push(() => (undone.push('second'), null))
  expect([undoStack.undoLast(), undoStack.undoLast(), undoStack.undoLast()]).toEqual([
    null,
    id,
    null,
  ])
  expect(undone).toEqual(['second', 'first'])
})

test('does not undo again what a toast has undone', () => {
  const undo = () => id
  undoStack.push(undo)
  undoStack.remove(undo)
  undoStack.remove(undo)
  expect(undoStack.undoLast()).toBeNull()
})
