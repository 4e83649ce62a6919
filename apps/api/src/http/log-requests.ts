import type { Metrics } from '@doorman/runtime/metrics/metrics'
import type { FastifyInstance } from 'fastify'

/** Logs and counts each request by the route pattern, never by the URL with its parameters. */
export function logRequests(app: FastifyInstance, metrics: Pick<Metrics, 'countRequest'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    request.log.info({
      // Kept pages never enter `runForRequest`, and other responses may end outside of it.
      reqId: request.id,
      event: 'request',
      method,
      route,
      status,
      durationMs: Math.round(reply.elapsedTime),
      userId: request.actor?.userId,
    })
    const isStream = request.routeOptions.config.isEndless && status === 200
    const seconds = reply.elapsedTime / 1000
    if (!isStream)
      metrics.countRequest({ method, route: isFile(route) ? 'file' : route, status, seconds })
    done()
  })
}

/** Each file of the web app has a route of its own, with a new name in every release. */
function isFile(route: string): boolean {
  return /\.\w+$/.test(route)
}
