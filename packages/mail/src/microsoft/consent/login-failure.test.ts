import { expect, test } from 'vitest'
import { toLoginFailure } from './login-failure.ts'

test.each([
  ['unused for 90 days', 'invalid_grant', 700082],
  ['password changed, or revoked', 'invalid_grant', 50173],
  ['consent withdrawn', 'invalid_grant', 65001],
  ['an unknown token', 'invalid_grant', 70000],
  ['sign-in frequency of the organisation', 'invalid_grant', 70043],
  ['account disabled', 'invalid_grant', 50057],
  ['second factor required', 'interaction_required', 50076],
  ['blocked by a policy', 'interaction_required', 53003],
  ['an unknown number', 'invalid_grant', 1],
])('%s: access is revoked', (_case, error, code) => {
  expect(toLoginFailure(400, { error, codes: [code] })).toBe('access-revoked')
})

test.each([
  ['service unavailable', 400, 'invalid_grant', [90033], 'unavailable'],
  ['request budget exceeded', 400, 'invalid_grant', [90024], 'unavailable'],
  ['account locked after failed sign-ins', 400, 'invalid_grant', [50053], 'unavailable'],
  ['too many equal requests', 400, 'invalid_grant', [50196], 'rate-limited'],
  ['too many requests', 429, null, [], 'rate-limited'],
  ['too many requests, with a refusal', 429, 'invalid_grant', [50173], 'rate-limited'],
  ['server error', 500, null, [], 'unavailable'],
  ['server error with an OAuth code', 503, 'invalid_grant', [], 'unavailable'],
  ['temporarily unavailable', 400, 'temporarily_unavailable', [], 'unavailable'],
  ['an HTML page of a proxy', 400, null, [], 'unavailable'],
] as const)('%s: access is not revoked', (_case, status, error, codes, failure) => {
  expect(toLoginFailure(status, { error, codes })).toBe(failure)
})

test.each([
  ['a wrong secret', 401, 'invalid_client', 7000215],
  ['an unknown app', 400, 'unauthorized_client', 700016],
  ['a malformed request', 400, 'invalid_grant', 9002313],
  ['a wrong scope', 400, 'invalid_scope', 70011],
] as const)('%s: our request is refused', (_case, status, error, code) => {
  expect(toLoginFailure(status, { error, codes: [code] })).toBe('refused')
})
