import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { expect, test } from 'vitest'
import { toBatches, toChanged, toReversal, withWishes } from './acts.ts'
import { anEmail } from './fake-email.ts'

const fresh = anEmail(1)
const restored = anEmail(2, { action: 'restored' })
const spam = anEmail(3, { action: 'spam' })
const gone = anEmail(4, { isGone: true })
const all = [fresh, restored, spam, gone]

const actions = (emails: readonly FilteredEmail[]) => emails.map(({ action }) => action ?? 'none')

test('157: an email is shown as it will be, and as it was once its wish is gone', () => {
  expect(actions(withWishes(all, [{ act: 'restore', emails: [fresh, spam] }]))).toEqual([
    'restored',
    'restored',
    'restored',
    'none',
  ])
  expect(actions(withWishes(all, [{ act: 'undo', emails: [restored] }]))).toEqual([
    'none',
    'none',
    'spam',
    'none',
  ])
  expect(withWishes(all, [])).toEqual(all)
})

test('an act reaches only what it changes, and nothing that is gone', () => {
  expect(toChanged(all, 'restore')).toEqual([fresh, spam])
  expect(toChanged(all, 'spam')).toEqual([fresh, restored])
  expect(toChanged(all, 'undo')).toEqual([restored, spam])
})

test('164: taking an act back makes each email what it was before', () => {
  const reversal = toReversal({ act: 'spam', emails: [fresh, restored, anEmail(5)] })
  expect(reversal.map(({ act, emails }) => [act, emails.map(({ id }) => id.at(-1))])).toEqual([
    ['undo', ['1', '5']],
    ['restore', ['2']],
  ])
  expect(reversal.flatMap(({ emails }) => actions(emails))).toEqual(['spam', 'spam', 'spam'])
})

test('F69: emails go to the server with what was seen of them, as many at once as it takes', () => {
  const batches = toBatches([fresh, restored, gone, anEmail(5)], 2)
  expect(batches.map(({ seen, ids }) => [seen, ids.map((id) => id.at(-1))])).toEqual([
    ['none', ['1', '4']],
    ['none', ['5']],
    ['restored', ['2']],
  ])
  expect(toBatches([], 2)).toEqual([])
})
