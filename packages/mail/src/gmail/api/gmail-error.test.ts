import { expect, test } from 'vitest'
import { TokenRefused } from '../../http/token-source.ts'
import { isInvalidArgument, isOtherWatch, toGmailError } from './gmail-error.ts'

const now = new Date('2026-11-15T12:00:00Z')
const secret = 'Dear Ann, about your order'

function toError(status: number, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const retryAfter = headers['retry-after'] ?? null
  return toGmailError({ status, retryAfter, text }, { isWrite: true, now })
}

function toBody(code: number, reason: string, message = secret) {
  return { error: { code, message, errors: [{ message, domain: 'global', reason }], status: 'X' } }
}

test.each([
  [403, 'insufficientPermissions', 'permission-missing'],
  [403, 'domainPolicy', 'permission-missing'],
  [403, 'rateLimitExceeded', 'rate-limited'],
  [403, 'userRateLimitExceeded', 'rate-limited'],
  [403, 'dailyLimitExceeded', 'rate-limited'],
  [403, 'accessNotConfigured', 'refused'],
  [404, 'notFound', 'gone'],
  [400, 'invalidArgument', 'refused'],
  [400, 'failedPrecondition', 'unavailable'],
  [409, 'aborted', 'refused'],
  [413, 'uploadTooLarge', 'too-large'],
  [429, 'rateLimitExceeded', 'rate-limited'],
  [500, 'backendError', 'unavailable'],
  [503, 'whatever', 'unavailable'],
])('%i %s means %s', (status, reason, failure) => {
  const error = toError(status, toBody(status, reason))
  expect(error).toMatchObject({ failure, detail: `${status} ${reason}` })
  expect(error.mayHaveHappened).toBe(status >= 500)
})

test('an account without Gmail has no mailbox', () => {
  const body = toBody(400, 'failedPrecondition', 'Mail service not enabled')
  expect(toError(400, body)).toMatchObject({
    failure: 'no-mailbox',
    detail: '400 mailServiceNotEnabled',
  })
  // Anyone can write these words into a message that another error quotes.
  const quoted = toBody(400, 'invalidArgument', 'Mail service not enabled')
  expect(toError(400, quoted).failure).toBe('refused')
})

test.each([
  ['invalidArgument', 'Only one user push notification client allowed per developer (call /stop)'],
  ['failedPrecondition', 'Only one user push notification client allowed per developer'],
])('400 %s, %s: the mailbox has a watch for another topic', (reason, message) => {
  const error = toError(400, toBody(400, reason, message))
  expect(error.failure).toBe('refused')
  expect(isOtherWatch(error)).toBe(true)
  expect(isInvalidArgument(error)).toBe(false)
})

test.each([400, 403, 404, 409])('a %i without a reason from Gmail means unavailable', (status) => {
  expect(toError(status, `<h1>${secret}</h1>`).failure).toBe('unavailable')
  expect(toError(status, { error: secret }).failure).toBe('unavailable')
})

test('a 401 is a refused token, not revoked access', () => {
  const error = toError(401, toBody(401, 'authError'))
  expect(error).toBeInstanceOf(TokenRefused)
  expect(error.failure).toBe('unavailable')
})

test('reads the retry time from the header or else from the text', () => {
  const body = toBody(429, 'rateLimitExceeded', 'Retry after 2026-11-15T12:00:20.000Z')
  expect(toError(429, body).retryAfterMs).toBe(20_000)
  expect(toError(429, body, { 'retry-after': '7' }).retryAfterMs).toBe(7_000)
})

test('an error keeps none of the provider’s text', () => {
  for (const body of [
    toBody(400, secret),
    secret,
    { error: { message: secret, status: secret } },
  ]) {
    const error = toError(400, body)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('Dear Ann')
  }
})
