import type { Endpoint } from '@doorman/contract/endpoint'
import { AppError } from '@doorman/domain/app-error'
import { toNetwork } from '@doorman/domain/accounts/network'
import type { Actor, Admin, Visitor } from '@doorman/services/ports/actor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { refuseUnstorable } from './unstorable-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a hook in every scope that requires a login session. */
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Pages repeat the call on their own, so it does not count as use of the session. */
    isPolled?: boolean
    /** The response is a stream that stays open, so its duration is no measure of speed. */
    isEndless?: boolean
  }
}

/**
 * Serves one endpoint: parses the input, calls the handler, parses the reply. Parsing the reply
 * drops every field that the contract does not name, so a new column cannot leak by accident.
 */
export function route<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  app: FastifyInstance,
  endpoint: Endpoint<Input, Reply>,
  handler: (
    input: z.output<Input>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<z.input<Reply>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { isPolled: endpoint.isPolled ?? false },
    handler: async (request, reply) => {
      const input = parseInput(endpoint.input, request)
      return endpoint.reply.parse(await handler(input, request, reply))
    },
  })
}

/** The request's query, body and path parameters. Throws if they don't fit the schema. */
export function parseInput<Input extends z.ZodMiniObject>(
  schema: Input,
  request: FastifyRequest,
): z.output<Input> {
  const input = schema.safeParse(gather(request), { error: () => withoutMessage })
  if (!input.success) throw toInvalid(input.error)
  refuseUnstorable(input.data)
  return input.data
}

export function visitorOf(request: FastifyRequest): Visitor {
  return {
    cookie: request.headers.cookie,
    network: toNetwork(request.ip),
    userAgent: request.headers['user-agent'],
  }
}

/** The admin of a request in the admins' scope. */
export function adminOf({ actor, ip }: FastifyRequest): Admin {
  return { ...actor, ip }
}

/**
 * Merges query, body and path parameters. A name that occurs twice is refused, because it is
 * ambiguous.
 */
function gather(request: FastifyRequest): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const part of [request.query, request.body ?? {}, request.params]) {
    if (typeof part !== 'object' || part === null || Array.isArray(part))
      throw new AppError('invalid', 'The body must be a JSON object.')
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(input, name) || (part === request.query && Array.isArray(value)))
        throw new AppError('invalid', 'A parameter was given twice.')
      input[name] = value
    }
  }
  return input
}

/** Marks problems for which the contract has no message of its own. */
const withoutMessage = 'no-message'

/** Names the first problem, with the contract's message if it has one. */
function toInvalid(error: z.core.$ZodError): AppError {
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  if (!issue || !field)
    return new AppError('invalid', 'Some fields are not valid.', { cause: error })
  const message =
    issue.message === withoutMessage ? `The field ${field} is missing or not valid.` : issue.message
  return new AppError('invalid', message, { cause: error, field })
}
