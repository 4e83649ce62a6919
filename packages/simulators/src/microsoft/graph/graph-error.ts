import type { VirtualClock } from '../../world/clock.ts'
import type { Random } from '../../world/random.ts'
import { answerError, type Answer } from './answers.ts'

/** An error with one of Graph's codes (https://learn.microsoft.com/graph/errors). */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** For everything this simulator does not support, whether or not Graph does. */
export function notSimulated(what: string): GraphError {
  return new GraphError(501, 'NotSimulated', `The simulator does not support ${what}.`)
}

export function badRequest(message: string): GraphError {
  return new GraphError(400, 'BadRequest', message)
}

export function itemNotFound(): GraphError {
  return new GraphError(
    404,
    'ErrorItemNotFound',
    'The specified object was not found in the store.',
  )
}

export function invalidToken(message: string): GraphError {
  return new GraphError(401, 'InvalidAuthenticationToken', message, {
    'www-authenticate': 'Bearer realm=""',
  })
}

export function serverError(): GraphError {
  return new GraphError(500, 'ErrorInternalServerError', 'An internal server error occurred.')
}

export function toGraphErrorResponse(
  { status, code, message, headers }: GraphError,
  { clock, random }: { clock: VirtualClock; random: Random },
  request?: Request,
): Answer {
  const requestId = random.uuid()
  const innerError = {
    date: clock.now().toISOString().slice(0, 19),
    'request-id': requestId,
    'client-request-id': request?.headers.get('client-request-id') ?? requestId,
  }
  return answerError(
    { error: { code, message, innerError } },
    { status, headers: { ...headers, 'request-id': requestId } },
  )
}
