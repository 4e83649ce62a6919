import { MailError } from '@doorman/mail/mail-error'

/** Somebody did not answer, or not as they should. */
export type Failure = {
  readonly kind: 'failed'
  readonly why: string
  /** Perhaps they only need longer than we waited. */
  readonly isLate: boolean
}

const late = 'no answer in time'
export const unlikely = 'it answers, but not as it should'

/** By the codes of the system, of PostgreSQL, of the SMTP client and of our own mail adapters. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'we are not allowed to',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
  ENOTFOUND: 'there is no such host',
  ENOTDIR: 'that is no folder',
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  UND_ERR_SOCKET: 'the connection was cut',
  timeout: late,
  network: 'no answer that could be read',
  redirected: 'it sends us elsewhere',

  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS there',

  '28000': 'it refuses the user or the password',
  '28P01': 'it refuses the user or the password',
  '3D000': 'it has no such database',
  '53300': 'it has no connection left',
  '57P03': 'it is just starting or stopping',

  EAUTH: 'it refuses the user or the password',
  ECONNECTION: 'the connection was cut',
  EDNS: 'there is no such host',
  EPROTOCOL: 'it does not speak SMTP',
  ETLS: 'no TLS could be agreed on',
}

/** Words for a code, and nothing but words: what a server writes into its errors stays there. */
export function toFailure(code: string): Failure {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  const why = known ?? describe(code)
  return { kind: 'failed', why, isLate: why === late }
}

/**
 * Our mail adapters name a status, or what of the answer made no sense. Whoever
 * was told our secrets could echo them: only what looks like a code is repeated.
 */
function describe(code: string): string {
  if (/^(?:2\d\d|malformed|foreign)/.test(code)) return unlikely
  if (/^[345]\d\d\b/.test(code)) return `it answers ${code.slice(0, 3)}`
  const isCode = /^(?:[0-9A-Z]{5}|(?:E|ERR_|HPE_|UND_ERR_)[A-Z_]{2,40})$/.test(code)
  return isCode ? `it failed with ${code}` : 'it failed'
}

/** What was thrown, as a failure of somebody else's. A mistake of our own, which has no code, is thrown again. */
export function readFailure(error: unknown): Failure {
  const code = findCode(error)
  if (code === null) throw error
  return toFailure(code)
}

/** Clients wrap what they met; the first code on the way down says it best. */
export function findCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof MailError) return at.detail
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return null
}
