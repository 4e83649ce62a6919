import type { MailFailure } from '../mail-error.ts'

/** What the login host says when it gives no token. */
export type LoginRefusal = {
  /** As OAuth has it; `null` where the answer was not OAuth's. */
  readonly error: string | null
  /** The numbers of AADSTS. */
  readonly codes: readonly number[]
}

/** Only a person can help: sign in again, consent again, be let in by an administrator. */
const needsPerson = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'login_required',
])

const isLater = new Set(['server_error', 'temporarily_unavailable'])

/**
 * Microsoft asks to go by `error`, not by numbers, which may change. These are the
 * exceptions: troubles of its own, or of ours, that come under the same word as a grant
 * that is gone, and must not disconnect a mailbox.
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const failureByCode: ReadonlyMap<number, MailFailure> = new Map([
  [50000, 'unavailable'], // the sign-in service has an issue
  [50053, 'unavailable'], // too many failed sign-ins, by anybody, lock an account for a while
  [50196, 'rate-limited'], // we asked too often
  [90006, 'unavailable'],
  [90012, 'unavailable'],
  [90024, 'unavailable'],
  [90033, 'unavailable'],
  [90055, 'rate-limited'], // the tenant asked too often
  [9002313, 'refused'], // a malformed request
])

export function toLoginFailure(status: number, { error, codes }: LoginRefusal): MailFailure {
  if (status === 429) return 'rate-limited'
  if (status >= 500 || error === null || isLater.has(error)) return 'unavailable'
  const exception = codes
    .map((code) => failureByCode.get(code))
    .find((known) => known !== undefined)
  return exception ?? (needsPerson.has(error) ? 'access-revoked' : 'refused')
}
