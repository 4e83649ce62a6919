import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

test.each([
  ['access_denied', 'AADSTS90094: The grant requires admin permission.\r\nTrace ID: 1'],
  ['consent_required', 'AADSTS65001: The user or administrator has not consented.'],
  ['access_denied', 'AADSTS900941: An administrator of Contoso has set a policy.'],
  ['access_denied', 'AADSTS90095: Admin consent is required to access this resource.'],
  ['access_denied', 'AADSTS90093: You are not authorized to grant these permissions.'],
  ['invalid_client', 'AADSTS90008: The application must require access to Microsoft Graph.'],
  ['access_denied', 'AADSTS900981: An admin consent request was received for a risky app.'],
])('%s with %s needs an administrator', (error, description) => {
  expect(readRefusal({ error, description })).toBe('needs-admin')
})

test.each([
  ['access_denied', 'AADSTS65004: User declined to consent to access the app.', 'denied'],
  ['access_denied', undefined, 'denied'],
  ['consent_required', 'AADSTS65004: The resource owner denied the request.', 'denied'],
  ['access_denied', 'AADSTS9009412: a code that we do not know', 'denied'],
  ['server_error', 'AADSTS90033: A transient error has occurred.', 'failed'],
  ['server_error', '<b>AADSTS</b>90094', 'failed'],
  ['', '', 'failed'],
] as const)('%s with %s is %s', (error, description, refusal) => {
  expect(readRefusal({ error, description })).toBe(refusal)
})

test('only the beginning of a description is read', () => {
  const description = `${'x '.repeat(500_000)}AADSTS90094`
  expect(readRefusal({ error: 'access_denied', description })).toBe('denied')
})
