import type { VirtualClock } from '../../world/clock.ts'
import type { FaultResponses } from '../../world/faults.ts'
import type { Random } from '../../world/random.ts'

export type LoginRefusal = {
  /** The OAuth error. */
  readonly error: string
  /** Microsoft's AADSTS number. */
  readonly code: number
  readonly message: string
}

/**
 * An error of the login host. Numbers and texts follow the list of AADSTS codes
 * (https://learn.microsoft.com/entra/identity-platform/reference-error-codes) and
 * responses that users have reported.
 */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly refusal: LoginRefusal

  constructor(error: string, code: number, message: string) {
    super(`AADSTS${code}: ${message}`)
    this.refusal = { error, code, message }
  }
}

export type LoginContext = {
  readonly clock: VirtualClock
  readonly random: Random
  readonly loginUrl: string
}

/** Has every field of the sample on that page. Failed client authentication gets 401. */
export function toLoginErrorResponse(
  { error, code, message }: LoginRefusal,
  { clock, random, loginUrl }: LoginContext,
  { status = error === 'invalid_client' ? 401 : 400, headers = {} }: ResponseInit = {},
): Response {
  const timestamp = `${clock.now().toISOString().slice(0, 19).replace('T', ' ')}Z`
  const traceId = random.uuid()
  const correlationId = random.uuid()
  const body = {
    error,
    error_description: [
      `AADSTS${code}: ${message} Trace ID: ${traceId}`,
      `Correlation ID: ${correlationId}`,
      `Timestamp: ${timestamp}`,
    ].join('\r\n'),
    error_codes: [code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `${loginUrl}/error?code=${code}`,
  }
  return Response.json(body, { status, headers })
}

const transientError: LoginRefusal = {
  error: 'temporarily_unavailable',
  code: 90033,
  message: 'A transient error has occurred. Please try again.',
}

/** The login host's responses for planned faults. */
export function toLoginFaultResponses(context: LoginContext): FaultResponses {
  return {
    rateLimit: () =>
      toLoginErrorResponse(transientError, context, {
        status: 429,
        headers: { 'retry-after': '10' },
      }),
    serverError: () => toLoginErrorResponse(transientError, context, { status: 500 }),
  }
}
