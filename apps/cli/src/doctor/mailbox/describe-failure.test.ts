import { MailError } from '@doorman/mail/mail-error'
import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'

test.each([
  ['404 notFound', 'the provider says that it does not exist (404 notFound)'],
  [
    '400 ErrorInvalidIdMalformed',
    'the provider says that it does not exist (400 ErrorInvalidIdMalformed)',
  ],
  ['503', 'the provider says that it does not exist (503)'],
  ['ECONNREFUSED', 'the provider says that it does not exist (ECONNREFUSED)'],
])('a failure is described with its code %s', (detail, sentence) => {
  expect(describeFailure(new MailError('gone', detail))).toBe(sentence)
})

test.each(['400 ya29.A0AfB_byC1', '400 pat@vendor.test', 'Dear Ann, about your order', '400 a b'])(
  'a code that may quote a secret or an email (%s) is not printed',
  (detail) => {
    expect(describeFailure(new MailError('refused', detail))).toBe('the provider refuses the call')
  },
)

test('a Retry-After is named', () => {
  const error = new MailError('rate-limited', '429', { retryAfterMs: 1_500 })
  expect(describeFailure(error)).toBe('the provider limits our rate, for 2 seconds (429)')
})
