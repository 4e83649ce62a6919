import type { MailFailure } from '../mail-error.ts'

/**
 * What Graph's codes mean to us. Exchange's own (`Error…`) come under more than
 * one status, so the code is asked first.
 * https://learn.microsoft.com/graph/errors
 * https://learn.microsoft.com/exchange/client-developer/web-service-reference/responsecode
 */
const meanings: readonly (readonly [MailFailure, readonly string[]])[] = [
  ['access-revoked', ['ErrorAccountSuspend']],
  [
    'permission-missing',
    ['ErrorAccessDenied', 'AccessDenied', 'Authorization_RequestDenied', 'Forbidden'],
  ],
  [
    'rate-limited',
    [
      'ApplicationThrottled',
      'TooManyRequests',
      'ErrorExceededConnectionCount',
      'ErrorExceededMessageLimit',
      'ErrorServerBusy',
    ],
  ],
  [
    'unavailable',
    [
      'ErrorInternalServerTransientError',
      'ErrorIrresolvableConflict',
      'ErrorMailboxInfoStale',
      'ErrorMailboxMoveInProgress',
      'ErrorMailboxStoreUnavailable',
      'ErrorTimeoutExpired',
      'UnknownError',
    ],
  ],
  [
    'gone',
    ['ErrorFolderNotFound', 'ErrorInvalidIdMalformed', 'ErrorItemNotFound', 'ResourceNotFound'],
  ],
  ['too-large', ['ErrorMessageSizeExceeded']],
]

/** `code` is `null` where the answer was not Graph's: a proxy's page proves neither that a mail is gone nor that we may not have it. */
export function toGraphFailure(status: number, code: string | null): MailFailure {
  // A fresh token was tried. The grant itself is alive, or the login host would have said so.
  if (status === 401) return 'unavailable'
  if (status === 429) return 'rate-limited'
  const known = meanings.find(([, codes]) => code !== null && codes.includes(code))
  if (known) return known[0]
  if (status === 413) return 'too-large'
  return code === null || status < 400 || status >= 500 ? 'unavailable' : 'refused'
}
