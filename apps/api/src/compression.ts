import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Answers go out small. What lies on disk is compressed already, beside the original. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!mayCompress(request)) request.headers['x-no-compression'] = '1'
  })
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] })
}

/**
 * How small an answer gets tells something of what is in it (BREACH). Nobody
 * learns from that what they could not read anyway, unless a page of another
 * site has the browser ask in its user's name.
 */
export function mayCompress({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.cookie === undefined) return true
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || site === 'none'
}
