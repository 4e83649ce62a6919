import { productName } from '@doorman/domain/brand'
import type { FastifyInstance } from 'fastify'

/**
 * Health checks for process supervisors: `/healthz` (running) and `/readyz` (reaches its database).
 */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async () => ({ product: productName, status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database-away' })
  })
}
