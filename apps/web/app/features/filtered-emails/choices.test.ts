import { expect, test } from 'vitest'
import { toBulkChoices, toChoices } from './choices.ts'
import { anEmail } from './testing/fake-email.ts'

const filtered = anEmail(1)
const observed = anEmail(2, { isObserved: true })
const kept = anEmail(3, { isObserved: true, action: 'restored' })
const returned = anEmail(4, { action: 'returned' })
const restored = anEmail(5, { action: 'restored' })
const spam = anEmail(6, { action: 'spam' })
const gone = anEmail(7, { isGone: true })

const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label)

test.each([
  ['a filtered email', filtered, ['Restore', 'Spam'], []],
  ['an observed email', observed, ['Move', 'Keep'], []],
  ['a kept email', kept, [], ['Undo Keep']],
  ['an email that was put back', returned, ['Move'], []],
  ['a restored email', restored, [], ['Mark as spam', 'Set aside again']],
  ['a reported email', spam, [], ['Restore to inbox', 'Set aside again']],
  ['an email that is gone', gone, [], []],
] as const)('%s has its own actions', (_name, email, buttons, menu) => {
  const choices = toChoices(email)
  expect([labels(choices.buttons), labels(choices.menu)]).toEqual([buttons, menu])
})

test.each([
  [
    [filtered, restored],
    ['Restore', 'Spam'],
  ],
  [
    [observed, kept],
    ['Move', 'Keep', 'Spam'],
  ],
  [
    [observed, filtered],
    ['Move', 'Restore', 'Spam'],
  ],
  [[restored], ['Spam']],
  [[gone], []],
])('a selection offers what fits at least one of its emails', (emails, expected) => {
  expect(labels(toBulkChoices(emails))).toEqual(expected)
})
