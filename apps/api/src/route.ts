import type { Endpoint } from '@doorman/contract/endpoint'
import { AppError } from '@doorman/domain/app-error'
import { toNetwork } from '@doorman/domain/network'
import type { Actor, Visitor } from '@doorman/services/context'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook of every signed-in scope. */
    actor: Actor
  }
}

/**
 * Serves one endpoint: parse the input, call the handler, parse the reply.
 * Parsing the reply drops every field the contract does not name, so a new
 * column cannot leak by accident.
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
    handler: async (request, reply) => {
      const input = endpoint.input.safeParse(gather(request), { error: () => unworded })
      if (!input.success)
        throw new AppError('invalid', describe(input.error), { cause: input.error })
      return endpoint.reply.parse(await handler(input.data, request, reply))
    },
  })
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { cookie: request.headers.cookie, network: toNetwork(request.ip) }
}

/** Query, body and path together. A name that comes twice has no meaning we could guess, so it is refused. */
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

/** Stands where the contract has no words of its own for a problem. */
const unworded = 'unworded'

/** The first problem, in the contract's words where it has some for the user. */
function describe(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  if (!issue || !field) return 'Some fields are not valid.'
  return issue.message === unworded ? `The field ${field} is missing or not valid.` : issue.message
}
