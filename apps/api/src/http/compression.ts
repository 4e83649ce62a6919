import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Compresses responses. Files on disk were compressed at build time and are served as they are. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!mayCompress(request)) request.headers['x-no-compression'] = '1'
    done()
  })
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] })
}

/**
 * The size of a compressed response reveals something about its content (BREACH). An attack needs a
 * foreign page that makes the browser send requests with the user's cookie. So a request with a
 * cookie gets a compressed response only if `Sec-Fetch-Site` says that it is our own.
 */
export function mayCompress({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.cookie === undefined) return true
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || site === 'none'
}
