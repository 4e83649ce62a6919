import type { MailFailure } from '../../mail-error.ts'

/** An error answer of the login host. */
export type LoginRefusal = {
  /** The OAuth error code. `null` if the answer is not from OAuth. */
  readonly error: string | null
  /** Microsoft's own codes: 50173 for `AADSTS50173`. */
  readonly codes: readonly number[]
}

/** The user has to sign in or consent again, or an administrator has to allow it. */
const revokedCodes = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'login_required',
])

const transientCodes = new Set(['server_error', 'temporarily_unavailable'])

/**
 * Microsoft recommends `error` over its numbers, which may change. These exceptions come with the
 * same `error` as a revoked grant (`invalid_grant`), but must not disconnect a mailbox.
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const failureByCode: ReadonlyMap<number, MailFailure> = new Map([
  [50000, 'unavailable'], // the sign-in service has an outage
  [50053, 'unavailable'], // account locked for a while: too many failed sign-ins, by anyone
  [50196, 'rate-limited'], // we sent too many requests
  [90006, 'unavailable'],
  [90012, 'unavailable'],
  [90024, 'unavailable'],
  [90033, 'unavailable'],
  [90055, 'rate-limited'], // the tenant sent too many requests
  [9002313, 'refused'], // our request is malformed
])

export function toLoginFailure(status: number, { error, codes }: LoginRefusal): MailFailure {
  if (status === 429) return 'rate-limited'
  if (status >= 500 || error === null || transientCodes.has(error)) return 'unavailable'
  const exception = codes
    .map((code) => failureByCode.get(code))
    .find((known) => known !== undefined)
  return exception ?? (revokedCodes.has(error) ? 'access-revoked' : 'refused')
}
