import { AppError, type ErrorCode } from '@doorman/domain/app-error'
import { isDatabaseOutage } from './is-database-outage.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Message for a body over the route's limit, on routes where the user picks a file. */
    tooLarge?: string
  }
}

const statusOf: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  'plan-limit': 403,
  'password-needed': 403,
  'second-factor-needed': 403,
  'view-ended': 403,
  'user-changed': 409,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
}

/** Our messages for Fastify's own errors, whose texts name internals. */
const refusals: Record<number, string> = {
  400: 'The request could not be understood.',
  413: 'The request is too large.',
  415: 'The body must be JSON.',
}

/**
 * The one place where an error becomes a response. Unknown errors are logged and get a general
 * message.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof AppError) return refuse(reply, error)
    if (isDatabaseOutage(error)) {
      request.log.warn({ reqId: request.id, err: error, event: 'database-away' })
      return refuse(
        reply,
        new AppError('unavailable', 'Doorman is briefly unavailable. Please try again.', {
          retryAfterMs: 2_000,
        }),
      )
    }
    if (isClientError(error)) {
      const { tooLarge = refusals[413] } = request.routeOptions.config
      const message = error.statusCode === 413 ? tooLarge : refusals[error.statusCode]
      return reply
        .status(error.statusCode)
        .send(body(message ?? 'The request was refused.', 'invalid'))
    }

    request.log.error({ reqId: request.id, err: error, event: 'request-failed' })
    const message = `Something went wrong on our side. Reference: ${request.id}`
    return reply.status(500).send(body(message, 'internal'))
  })
}

/** Fastify runs no hook for an undecodable URL, so its response gets the headers here. */
export function respondToBadUrl(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply
    .headers({ ...securityHeaders('none'), 'x-request-id': request.id })
    .status(400)
    .send(body('The request could not be understood.', 'invalid'))
}

const badRequests: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
}

/**
 * Handles requests that are not valid HTTP or arrive too slowly. No other part of Fastify sees
 * them.
 */
export function respondToBadRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = badRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request could not be understood.',
  ]
  const content = JSON.stringify(body(message, 'invalid'))
  const headers = Object.entries({
    ...securityHeaders('none'),
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(content)),
    connection: 'close',
  })
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${content}`)
}

function refuse(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterMs !== undefined)
    reply.header('retry-after', Math.ceil(error.retryAfterMs / 1000))
  return reply.status(statusOf[error.code]).send(body(error.message, error.code, error.field))
}

function body(message: string, code: ErrorCode | 'internal', field?: string) {
  return {
    message,
    code,
    ...(field !== undefined && { field }),
    ...(code === 'plan-limit' && { upgradeRequired: true }),
  }
}

/** Malformed JSON, a body too large, an unknown media type. */
function isClientError(error: FastifyError): error is FastifyError & { statusCode: number } {
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
}
