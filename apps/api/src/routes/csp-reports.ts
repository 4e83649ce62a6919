import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'
import { visitorOf } from '../http/route.ts'

/**
 * Receives Content-Security-Policy violation reports. Only the fact is logged: the content of a
 * report comes from a page and could be anything. Every visitor may send reports, so each network may
 * write only a few lines into the log.
 */
export function cspReportRoutes(app: FastifyInstance, { limits }: Context): void {
  for (const type of ['application/csp-report', 'application/reports+json'])
    app.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, _body, done) => done(null, {}),
    )
  app.post('/api/csp-reports', async (request, reply) => {
    await limits.count('csp-report-ip', visitorOf(request).network)
    request.log.warn({ event: 'csp-violation' })
    return reply.status(204).send()
  })
}
