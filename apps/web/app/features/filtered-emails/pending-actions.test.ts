import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { expect, test } from 'vitest'
import {
  findAffected,
  isInState,
  toBatches,
  toReversal,
  toSteps,
  withAction,
  withPending,
} from './pending-actions.ts'
import { anEmail } from './testing/fake-email.ts'

const fresh = anEmail(1)
const restored = anEmail(2, { action: 'restored' })
const spam = anEmail(3, { action: 'spam' })
const gone = anEmail(4, { isGone: true })
const all = [fresh, restored, spam, gone]
const observed = anEmail(5, { isObserved: true })
const kept = anEmail(6, { isObserved: true, action: 'restored' })
const returned = anEmail(7, { action: 'returned' })

const actions = (emails: readonly FilteredEmail[]) => emails.map(({ action }) => action ?? 'none')

test('emails show an action while it is pending, and no longer than that', () => {
  expect(actions(withPending(all, [{ action: 'restore', emails: [fresh, spam] }]))).toEqual([
    'restored',
    'restored',
    'restored',
    'none',
  ])
  expect(actions(withPending(all, [{ action: 'undo', emails: [restored] }]))).toEqual([
    'none',
    'none',
    'spam',
    'none',
  ])
  expect(withPending(all, [])).toEqual(all)
})

test('an action affects only emails that it changes and that can still be moved', () => {
  expect(findAffected(all, 'restore')).toEqual([fresh, spam])
  expect(findAffected(all, 'report-spam')).toEqual([fresh, restored])
  expect(findAffected(all, 'undo')).toEqual([restored, spam])
})

test('only observed emails and emails that were put back can be moved, and only filtered ones put back', () => {
  const emails = [...all, observed, kept, returned]
  expect(findAffected(emails, 'set-aside')).toEqual([observed, returned])
  // A put-back email is in the inbox, and a shortcut must not trust its sender as a side effect.
  expect(findAffected(emails, 'restore')).toEqual([fresh, spam, observed])
  expect(findAffected(emails, 'undo')).toEqual([restored, spam, kept, returned])
})

test.each([
  ['restore', observed, { isObserved: true, action: 'restored' }],
  ['set-aside', observed, { isObserved: false, action: undefined }],
  ['report-spam', observed, { isObserved: false, action: 'spam' }],
  ['undo', kept, { isObserved: true, action: undefined }],
  ['put-back', fresh, { isObserved: false, action: 'returned' }],
  ['put-back', spam, { isObserved: false, action: 'returned' }],
  ['set-aside', returned, { isObserved: false, action: undefined }],
  ['set-aside', fresh, { isObserved: false, action: undefined }],
] as const)('%s changes an email as the server will', (action, email, { isObserved, ...after }) => {
  expect(withAction(email, action)).toMatchObject({ isObserved })
  expect(withAction(email, action).action).toBe(after.action)
})

test.each([
  ['restore', observed, 'undo'],
  ['set-aside', observed, 'put-back'],
  ['report-spam', observed, 'put-back'],
  ['undo', kept, 'restore'],
  ['set-aside', returned, 'put-back'],
  ['restore', returned, 'put-back'],
  ['put-back', fresh, 'undo'],
  ['restore', spam, 'report-spam'],
] as const)('what %s did to an email is undone', (action, email, back) => {
  const [reversal] = toReversal({ action, emails: [email] })
  expect(reversal?.action).toBe(back)
  const [after] = reversal?.emails ?? []
  const isBackInInbox = action === 'set-aside' || action === 'report-spam'
  const expected = email.isObserved && isBackInInbox ? 'returned' : email.action
  expect(after && withAction(after, back).action).toBe(expected)
})

test.each([
  ['would-move', [observed]],
  ['filtered', [fresh, spam, gone]],
  ['restored', [restored, kept, returned]],
  ['spam', [spam]],
  [null, [...all, observed, kept, returned]],
] as const)('the filter by the state %j shows exactly its emails', (state, expected) => {
  const emails = [...all, observed, kept, returned]
  expect(emails.filter((email) => isInState(email, state))).toEqual(expected)
})

test('an email with an action is put back in two steps', () => {
  expect([fresh, spam, restored].map((email) => toSteps(email, 'put-back'))).toEqual([
    ['put-back'],
    ['undo', 'put-back'],
    ['undo', 'put-back'],
  ])
  expect(toSteps(spam, 'undo')).toEqual(['undo'])
})

test('a reversal gives each email back its state before the action', () => {
  const reversal = toReversal({ action: 'report-spam', emails: [fresh, restored, anEmail(8)] })
  expect(reversal.map(({ action, emails }) => [action, emails.map(({ id }) => id.at(-1))])).toEqual(
    [
      ['undo', ['1', '8']],
      ['restore', ['2']],
    ],
  )
  expect(reversal.flatMap(({ emails }) => actions(emails))).toEqual(['spam', 'spam', 'spam'])
})

test('batches group emails by the state the user saw, up to the size the server accepts', () => {
  const batches = toBatches([fresh, restored, gone, anEmail(8)], 2)
  expect(
    batches.map(({ expectedState, ids }) => [expectedState, ids.map((id) => id.at(-1))]),
  ).toEqual([
    ['none', ['1', '4']],
    ['none', ['8']],
    ['restored', ['2']],
  ])
  expect(toBatches([], 2)).toEqual([])
})
