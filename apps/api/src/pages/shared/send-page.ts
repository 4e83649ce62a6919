import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptPage } from './kept-page.ts'

/** For responses that a cache must not give to another visitor. */
export const privateCaching = 'private, no-cache'
/** Caches may use a page for a minute, and an older one while they ask for a new one. */
const sharedCaching = 'public, max-age=60, stale-while-revalidate=60'

/**
 * Sends a kept page, or 304 to a visitor who has it already. Writes to the raw response, because a
 * finished page doesn't need Fastify's reply steps. Fastify still logs and counts the request.
 *
 * `isPrivate`: visitors without a session see different pages here, so only their browsers may cache
 * it. Ranges are not supported: a request for a part gets the whole page.
 */
export function sendPage(
  { status, headers, caching, etag, bodies }: KeptPage,
  request: Pick<FastifyRequest, 'headers' | 'id' | 'method'>,
  reply: FastifyReply,
  { isPrivate }: { readonly isPrivate: boolean },
): FastifyReply {
  const usualCaching = isPrivate || status !== 200 ? privateCaching : sharedCaching
  const sent = [...headers, 'x-request-id', request.id, 'cache-control', caching ?? usualCaching]
  reply.hijack()
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    reply.raw.writeHead(304, sent).end()
    return reply
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = bodies[encoding]
  if (encoding !== 'identity') sent.push('content-encoding', encoding)
  sent.push('content-length', String(body.length))
  reply.raw.writeHead(status, sent)
  if (request.method === 'HEAD') reply.raw.end()
  else reply.raw.end(body, 'latin1')
  return reply
}

/** Whether `If-None-Match` names the ETag. Proxies may drop the `W/` of a weak one. */
function matchesEtag(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false
  const toStrong = (tag: string) => tag.trim().replace(/^W\//, '')
  const tags = known.split(',').map(toStrong)
  return tags.includes('*') || tags.includes(toStrong(etag))
}

/** The name in a list such as `gzip;q=0.5, br`, unless its quality is 0. */
const brotli = /(?:^|,)\s*br\s*(?:$|[,;])(?!\s*q=0(?:\.0*)?\s*(?:$|,))/i
const gzip = /(?:^|,)\s*gzip\s*(?:$|[,;])(?!\s*q=0(?:\.0*)?\s*(?:$|,))/i

export function chooseEncoding(accepted: string | string[] = ''): keyof KeptPage['bodies'] {
  const header = String(accepted)
  if (brotli.test(header)) return 'br'
  return gzip.test(header) ? 'gzip' : 'identity'
}
