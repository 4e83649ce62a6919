import type { Chance } from '../world/chance.ts'
import type { VirtualClock } from '../world/clock.ts'
import type { FaultWords } from '../world/faults.ts'

export type LoginRefusal = {
  /** By OAuth. */
  readonly error: string
  /** By Microsoft's own numbers. */
  readonly code: number
  readonly message: string
}

/**
 * A refusal of the login host. Numbers and words follow the list of AADSTS codes
 * (learn.microsoft.com/entra/identity-platform/reference-error-codes) and what the
 * service is known to say.
 */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly refusal: LoginRefusal

  constructor(error: string, code: number, message: string) {
    super(`AADSTS${code}: ${message}`)
    this.refusal = { error, code, message }
  }
}

export type LoginSetting = {
  readonly clock: VirtualClock
  readonly chance: Chance
  readonly loginUrl: string
}

/** A body with every field of the sample on that page; who fails to prove which app they are gets a 401. */
export function toLoginErrorResponse(
  { error, code, message }: LoginRefusal,
  { clock, chance, loginUrl }: LoginSetting,
  { status = error === 'invalid_client' ? 401 : 400, headers = {} }: ResponseInit = {},
): Response {
  const timestamp = `${clock.now().toISOString().slice(0, 19).replace('T', ' ')}Z`
  const traceId = chance.uuid()
  const correlationId = chance.uuid()
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

/** How the login host words what the world's fault plan asks of it. */
export function toLoginFaultWords(setting: LoginSetting): FaultWords {
  return {
    rateLimit: () =>
      toLoginErrorResponse(transientError, setting, {
        status: 429,
        headers: { 'retry-after': '10' },
      }),
    serverError: () => toLoginErrorResponse(transientError, setting, { status: 500 }),
  }
}
