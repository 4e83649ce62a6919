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
])('57-59: the error %j reads %s', (error, told) => {
  expect(describeConnectionError(error)).toBe(told)
})

test('59, A-23: a foreign text is cut, and loses what could disguise it', () => {
  expect(describeConnectionError('x'.repeat(500))).toHaveLength(200)
  expect(describeConnectionError('evil\u202Etxet\u0000 reversed')).toBe('evil txet  reversed')
  expect(describeConnectionError(`short${'\u200b'.repeat(20)}`)).toBe(other)
})

test('our own errors are all worded, none is shown as it is spelled', () => {
  for (const error of connectionErrors) expect(describeConnectionError(error)).not.toBe(error)
})
