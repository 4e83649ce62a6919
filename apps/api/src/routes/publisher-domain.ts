import type { FastifyInstance } from 'fastify'

/**
 * Proves to Microsoft that this domain belongs to our app registration:
 * https://learn.microsoft.com/entra/identity-platform/howto-configure-publisher-domain
 */
export function publisherDomainRoutes(app: FastifyInstance, applicationId: string | null): void {
  if (applicationId === null) return
  const file = Buffer.from(JSON.stringify({ associatedApplications: [{ applicationId }] }))
  app.get('/.well-known/microsoft-identity-association.json', async (_request, reply) =>
    // Sent as bytes: Fastify adds a charset to strings, and Microsoft rejects the type with a charset.
    reply.header('content-type', 'application/json').send(file),
  )
}
