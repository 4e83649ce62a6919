import { expect, test } from 'vitest'
import { toLoginFailure } from './login-failure.ts'

test.each([
  ['unused for 90 days', 'invalid_grant', 700082],
  ['password changed, or revoked', 'invalid_grant', 50173],
  ['consent withdrawn', 'invalid_grant', 65001],
  ['not a token of ours', 'invalid_grant', 70000],
  ['sign-in frequency of the organisation', 'invalid_grant', 70043],
  ['account disabled', 'invalid_grant', 50057],
  ['second factor wanted', 'interaction_required', 50076],
  ['blocked by a policy', 'interaction_required', 53003],
  ['a number nobody knows', 'invalid_grant', 1],
])('F20: %s: only the user can let us in again', (_case, error, code) => {
  expect(toLoginFailure(400, { error, codes: [code] })).toBe('access-revoked')
})

test.each([
  ['service unavailable', 400, 'invalid_grant', [90033], 'unavailable'],
  ['request budget exceeded', 400, 'invalid_grant', [90024], 'unavailable'],
  ['account locked by somebody who guesses', 400, 'invalid_grant', [50053], 'unavailable'],
  ['we ask in a loop', 400, 'invalid_grant', [50196], 'rate-limited'],
  ['too many requests', 429, null, [], 'rate-limited'],
  ['too many, and a refusal with it', 429, 'invalid_grant', [50173], 'rate-limited'],
  ['server error', 500, null, [], 'unavailable'],
  ['server error in the words of OAuth', 503, 'invalid_grant', [], 'unavailable'],
  ['temporarily unavailable', 400, 'temporarily_unavailable', [], 'unavailable'],
  ['a page of a proxy', 400, null, [], 'unavailable'],
] as const)('F21: %s disconnects nobody', (_case, status, error, codes, failure) => {
  expect(toLoginFailure(status, { error, codes })).toBe(failure)
})

test.each([
  ['a wrong secret', 401, 'invalid_client', 7000215],
  ['an app nobody knows', 400, 'unauthorized_client', 700016],
  ['a malformed request', 400, 'invalid_grant', 9002313],
  ['a wrong scope', 400, 'invalid_scope', 70011],
] as const)('R15: %s is our fault and no mailbox’s', (_case, status, error, code) => {
  expect(toLoginFailure(status, { error, codes: [code] })).toBe('refused')
})
