import { AppError } from '@doorman/domain/app-error'
import type { Runtime } from '@doorman/runtime/context'
import { describeDatabase } from '@doorman/runtime/metrics/database-metrics'
import { isBearer } from '@doorman/runtime/metrics/is-bearer'
import type { FastifyInstance } from 'fastify'

/**
 * Figures for the operator's Prometheus: of this process and of the database. Without the token it
 * looks like any unknown page.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { ctx, metrics }: Pick<Runtime, 'ctx' | 'metrics'>,
  token: string | null,
): void {
  app.get('/metrics', async ({ headers }, reply) => {
    if (token === null || !isBearer(headers.authorization, token))
      throw new AppError('not-found', 'Page not found.')
    const text = [await metrics.registry.metrics(), await describeDatabase(ctx.db, ctx.now())]
    return reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(text.join('\n'))
  })
}
