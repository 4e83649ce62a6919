import type { MailFailure } from '../../mail-error.ts'

/**
 * The code decides before the status: Exchange sends a code (`Error…`) with different statuses.
 * https://learn.microsoft.com/graph/errors
 * https://learn.microsoft.com/exchange/client-developer/web-service-reference/responsecode
 */
const codesByFailure: readonly (readonly [MailFailure, readonly string[]])[] = [
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
  [
    'no-mailbox',
    [
      'ErrorNonExistentMailbox',
      'MailboxNotEnabledForRESTAPI',
      'MailboxNotHostedInExchangeOnline',
      'MailboxNotSupportedForRESTAPI',
    ],
  ],
]

/** Codes with status 401: Exchange does not know users, or organisations, without a licence. */
const unknownToExchange = new Set(['UnknownError', 'OrganizationFromTenantGuidNotFound'])

/**
 * Without a code the answer is not from Graph: a 404 page of a proxy does not mean that a message
 * is gone.
 */
export function toGraphFailure(status: number, code: string | null): MailFailure {
  // A token that is not valid has another code.
  if (status === 401 && code !== null && unknownToExchange.has(code)) return 'no-mailbox'
  // Not `access-revoked`: only the login host says that, when we refresh the token.
  if (status === 401) return 'unavailable'
  if (status === 429) return 'rate-limited'
  const known = codesByFailure.find(([, codes]) => code !== null && codes.includes(code))
  if (known) return known[0]
  if (status === 413) return 'too-large'
  return code === null || status < 400 || status >= 500 ? 'unavailable' : 'refused'
}
