import type { FastifyInstance } from 'fastify'

/** Logs one line per request with the route pattern, never the URL with its parameters. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      event: 'request',
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    })
  })
}
