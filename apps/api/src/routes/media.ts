import { loadPicture } from '@doorman/services/blog/load-picture'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyInstance } from 'fastify'

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
}

/**
 * Serves article pictures. A picture never changes under its address, so browsers may cache it for
 * good.
 */
export function mediaRoutes(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { id: string; name: string } }>('/media/:id/:name', async (request, reply) => {
    const { id, name } = request.params
    const bytes = await loadPicture(ctx, { id, name })
    return reply
      .header('content-type', types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}
