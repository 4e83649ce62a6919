import type { Metrics } from '@doorman/runtime/metrics/metrics'
import type { FastifyInstance } from 'fastify'

/** Logs and counts each request by the route pattern, never by the URL with its parameters. */
export function logRequests(app: FastifyInstance, metrics: Pick<Metrics, 'countRequest'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    request.log.info({
      event: 'request',
      method,
      route,
      status,
      durationMs: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    })
    if (request.routeOptions.config.isEndless && status === 200) return
    const seconds = reply.elapsedTime / 1000
    metrics.countRequest({ method, route: isFile(route) ? 'file' : route, status, seconds })
  })
}

/** Each file of the web app has a route of its own, with a new name in every release. */
function isFile(route: string): boolean {
  return /\.\w+$/.test(route)
}
