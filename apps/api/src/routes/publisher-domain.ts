import type { FastifyInstance } from 'fastify'

/**
 * Tells Microsoft that this domain and our app registration belong together:
 * https://learn.microsoft.com/entra/identity-platform/howto-configure-publisher-domain
 */
export function publisherDomainRoutes(app: FastifyInstance, applicationId: string | null): void {
  if (applicationId === null) return
  const file = Buffer.from(JSON.stringify({ associatedApplications: [{ applicationId }] }))
  app.get('/.well-known/microsoft-identity-association.json', async (_request, reply) =>
    // As bytes, for Fastify would add a charset, and Microsoft takes the type only without one.
    reply.header('content-type', 'application/json').send(file),
  )
}
