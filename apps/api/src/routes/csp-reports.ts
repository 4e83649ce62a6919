import type { FastifyInstance } from 'fastify'

/**
 * Receives Content-Security-Policy violation reports. Only the fact is logged: the content of a
 * report comes from a page and could be anything.
 */
export function cspReportRoutes(app: FastifyInstance): void {
  for (const type of ['application/csp-report', 'application/reports+json'])
    app.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, _body, done) => done(null, {}),
    )
  app.post('/api/csp-reports', async (request, reply) => {
    request.log.warn({ event: 'csp-violation' })
    return reply.status(204).send()
  })
}
