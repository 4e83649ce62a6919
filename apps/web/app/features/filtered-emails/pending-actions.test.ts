import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { expect, test } from 'vitest'
import { findAffected, toBatches, toReversal, withPending } from './pending-actions.ts'
import { anEmail } from './testing/fake-email.ts'

const fresh = anEmail(1)
const restored = anEmail(2, { action: 'restored' })
const spam = anEmail(3, { action: 'spam' })
const gone = anEmail(4, { isGone: true })
const all = [fresh, restored, spam, gone]

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

test('a reversal gives each email back its state before the action', () => {
  const reversal = toReversal({ action: 'report-spam', emails: [fresh, restored, anEmail(5)] })
  expect(reversal.map(({ action, emails }) => [action, emails.map(({ id }) => id.at(-1))])).toEqual(
    [
      ['undo', ['1', '5']],
      ['restore', ['2']],
    ],
  )
  expect(reversal.flatMap(({ emails }) => actions(emails))).toEqual(['spam', 'spam', 'spam'])
})

test('batches group emails by the state the user saw, up to the size the server accepts', () => {
  const batches = toBatches([fresh, restored, gone, anEmail(5)], 2)
  expect(
    batches.map(({ expectedState, ids }) => [expectedState, ids.map((id) => id.at(-1))]),
  ).toEqual([
    ['none', ['1', '4']],
    ['none', ['5']],
    ['restored', ['2']],
  ])
  expect(toBatches([], 2)).toEqual([])
})
