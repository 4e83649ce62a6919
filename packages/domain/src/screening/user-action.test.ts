import { expect, test } from 'vitest'
import { decisionStates, stateAfter, toActionState, type UserAction } from './user-action.ts'

test.each<[UserAction, string]>([
  ['restore', 'restored'],
  ['report-spam', 'spam'],
  ['undo', 'none'],
])('after %s the app shows the email as %s', (action, shown) => {
  expect(toActionState(stateAfter[action])).toBe(shown)
})

test('only restored and spam are shown; every other state is shown as none', () => {
  const shown = decisionStates.map((state) => [state, toActionState(state)])
  expect(Object.fromEntries(shown)).toEqual({
    pending: 'none',
    'set-aside': 'none',
    restored: 'restored',
    spam: 'spam',
    gone: 'none',
  })
  expect(toActionState(null)).toBe('none')
})
