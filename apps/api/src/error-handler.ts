import { AppError, type ErrorCode } from '@doorman/domain/app-error'
import { isOutage } from '@doorman/runtime/is-outage'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { securityHeaders } from './security-headers.ts'

const statusOf: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  'plan-limit': 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
}

/** Fastify's own refusals, in our words: theirs name internals. */
const refusals: Record<number, string> = {
  400: 'The request could not be understood.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  415: 'The body must be JSON.',
  431: 'The request headers are too large.',
}

/** The one place where an error becomes a response. Unknown errors are logged and answered blandly. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof AppError) return refuse(reply, error)
    if (isOutage(error)) {
      request.log.warn({ err: error, event: 'database-away' })
      return refuse(
        reply,
        new AppError('unavailable', 'We are briefly out of reach. Please try again.', {
          retryAfterMs: 2_000,
        }),
      )
    }
    if (isClientError(error))
      return reply
        .status(error.statusCode)
        .send(body(refusals[error.statusCode] ?? 'The request was refused.', 'invalid'))

    request.log.error({ err: error, event: 'request-failed' })
    return reply.status(500).send(body('Something went wrong on our side', 'internal'))
  })
}

/** An address that cannot be read reaches no hook, so its answer gets the headers here. */
export function answerBadUrl(_error: FastifyError, _request: unknown, reply: FastifyReply): void {
  void reply
    .headers(securityHeaders('none'))
    .status(400)
    .send(body('The request could not be understood.', 'invalid'))
}

function refuse(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterMs !== undefined)
    reply.header('retry-after', Math.ceil(error.retryAfterMs / 1000))
  return reply.status(statusOf[error.code]).send(body(error.message, error.code))
}

function body(message: string, code: ErrorCode | 'internal') {
  return { message, code, ...(code === 'plan-limit' && { upgradeRequired: true }) }
}

/** Malformed JSON, a body too large, an unknown media type. */
function isClientError(error: FastifyError): error is FastifyError & { statusCode: number } {
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
}
