import { MailError } from '@doorman/mail/mail-error'

/** A server that gave no answer, or not the expected one. */
export type ProbeFailure = {
  readonly kind: 'failed'
  readonly reason: string
  readonly isTimeout: boolean
}

const timedOut = 'no answer in time'
export const unexpectedAnswer = 'unexpected answer'

/** By error code of Node, PostgreSQL, the SMTP client and our mail adapters. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EAI_AGAIN: 'the host name cannot be resolved right now',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ENOTFOUND: 'no such host',
  ENOTDIR: 'not a folder',
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  UND_ERR_SOCKET: 'the connection was closed',
  timeout: timedOut,
  network: 'no answer, or not a valid one',
  redirected: 'it redirects to another address',

  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted on this machine',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted on this machine',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted on this machine',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted on this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS on that port',

  '28000': 'user or password rejected',
  '28P01': 'user or password rejected',
  '3D000': 'the database does not exist',
  '53300': 'too many connections',
  '57P03': 'it is starting up or shutting down',

  EAUTH: 'user or password rejected',
  ECONNECTION: 'the connection was closed',
  EDNS: 'no such host',
  EPROTOCOL: 'not an SMTP server',
  ETLS: 'it offers no TLS, or the handshake failed',
}

/**
 * Describes an error code. The server's own error text is never repeated: it may quote a secret.
 */
export function toProbeFailure(code: string): ProbeFailure {
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const reason = known ?? describeUnknownCode(code)
  return { kind: 'failed', reason, isTimeout: reason === timedOut }
}

/**
 * Mail adapters put an HTTP status or a part of the answer into the code. A server could echo our
 * secrets there, so the code is printed only if it has the form of a code.
 */
function describeUnknownCode(code: string): string {
  if (/^(?:2\d\d|malformed|foreign)/.test(code)) return unexpectedAnswer
  if (/^[345]\d\d\b/.test(code)) return `it answers with status ${code.slice(0, 3)}`
  const isCode = /^(?:[0-9A-Z]{5}|(?:E|ERR_|HPE_|UND_ERR_)[A-Z_]{2,40})$/.test(code)
  return isCode ? `it fails with ${code}` : 'it fails for an unknown reason'
}

/** Turns a thrown error into a failure. Rethrows errors without a code: those are our own bugs. */
export function catchProbeFailure(error: unknown): ProbeFailure {
  const code = findErrorCode(error)
  if (code === null) throw error
  return toProbeFailure(code)
}

/** Clients wrap errors. The outermost code is the most specific one. */
export function findErrorCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof MailError) return at.detail
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return null
}
