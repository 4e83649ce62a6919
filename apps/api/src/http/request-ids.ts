import { runForRequest } from '@doorman/runtime/request-id'
import type { FastifyInstance } from 'fastify'

/** Every response names its request, and what the request enqueues and logs carries the same id. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    runForRequest(request.id, done)
  })
}
