import { connectionErrors } from '@doorman/contract/mailboxes'
import { expect, test } from 'vitest'
import { text } from '../../lib/text.ts'
import { describeConnectionError } from './connection-error.ts'

const { denied, paramsMissing, other } = text.connectionFailed

test.each([
  ['access_denied', denied],
  ['user_denied_it', denied],
  ['consent_required', denied],
  ['missing_params', paramsMissing],
  ['temporarily_unavailable', 'temporarily_unavailable'],
  ['a b c d e f', 'a b c d e f'],
  ['0123456789', other],
  ['', other],
])('the error %j is shown as %s', (error, expected) => {
  expect(describeConnectionError(error)).toBe(expected)
})

test('an unknown error is cut, and its control and invisible characters are removed', () => {
  expect(describeConnectionError('x'.repeat(500))).toHaveLength(200)
  expect(describeConnectionError('evil\u202Etxet\u0000 reversed')).toBe('evil txet  reversed')
  expect(describeConnectionError(`short${'\u200b'.repeat(20)}`)).toBe(other)
})

test('each of our own error codes has a message', () => {
  for (const error of connectionErrors) expect(describeConnectionError(error)).not.toBe(error)
})
