import { expect, test } from 'vitest'
import { toJobTitle } from './queue-names.ts'

test.each([
  ['screen-message/gmail', 'Screen message · Gmail'],
  ['send-email', 'Send email'],
  ['', ''],
])('the queue %j is called %j', (queue, title) => {
  expect(toJobTitle({ queue, state: 'failed' })).toBe(title)
})

test('a quarantined email is in no queue', () => {
  expect(toJobTitle({ queue: 'quarantine', state: 'quarantined' })).toBe(
    'Email that couldn’t be checked',
  )
})
