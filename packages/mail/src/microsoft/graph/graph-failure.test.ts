import { expect, test } from 'vitest'
import { toGraphFailure } from './graph-failure.ts'

test.each([
  [401, 'InvalidAuthenticationToken', 'unavailable'],
  [403, 'ErrorAccessDenied', 'permission-missing'],
  [403, 'Authorization_RequestDenied', 'permission-missing'],
  [403, 'ApplicationThrottled', 'rate-limited'],
  [403, 'ErrorAccountSuspend', 'access-revoked'],
  [403, 'ErrorMessageSubmissionBlocked', 'refused'],
  [404, 'ErrorItemNotFound', 'gone'],
  [404, 'ResourceNotFound', 'gone'],
  [401, 'UnknownError', 'no-mailbox'],
  [401, 'OrganizationFromTenantGuidNotFound', 'no-mailbox'],
  [404, 'MailboxNotEnabledForRESTAPI', 'no-mailbox'],
  [404, 'MailboxNotSupportedForRESTAPI', 'no-mailbox'],
  [404, 'ErrorNonExistentMailbox', 'no-mailbox'],
  [404, 'UnknownError', 'unavailable'],
  [400, 'ErrorInvalidIdMalformed', 'gone'],
  [400, 'InvalidInternetMessageHeader', 'refused'],
  [409, 'ErrorIrresolvableConflict', 'unavailable'],
  [413, 'RequestEntityTooLarge', 'too-large'],
  [429, 'ApplicationThrottled', 'rate-limited'],
  [429, 'ErrorAccessDenied', 'rate-limited'],
  [429, null, 'rate-limited'],
  [500, 'ErrorInternalServerError', 'unavailable'],
  [500, 'ErrorMessageSizeExceeded', 'too-large'],
  [503, 'ErrorServerBusy', 'rate-limited'],
  [504, null, 'unavailable'],
])('%i %s means %s', (status, code, failure) => {
  expect(toGraphFailure(status, code)).toBe(failure)
})

test.each([400, 403, 404, 410])('a %i without a code from Graph means unavailable', (status) => {
  expect(toGraphFailure(status, null)).toBe('unavailable')
})

test('a code that is the name of an object method is unknown', () => {
  expect(toGraphFailure(400, 'toString')).toBe('refused')
})
