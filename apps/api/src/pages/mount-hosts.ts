import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toRequest, type RequestHandler } from './mount-pages.ts'

/** Simulated hosts by the path prefix they are served under. */
export type Hosts = Readonly<Record<`/dev/${string}`, RequestHandler>>

const maxBodyBytes = 32 * 1024 * 1024

/** Mounts each host for all methods. The host sees the path without its prefix. */
export function mountHosts(app: FastifyInstance, hosts: Hosts, publicUrl: string): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  )
  for (const [prefix, answer] of Object.entries(hosts)) {
    app.get(prefix, async (_request, reply) => reply.redirect(`${prefix}/`, 302))
    app.all(`${prefix}/*`, async (request, reply) =>
      reply.send(await answer(withoutPrefix(request, prefix, publicUrl))),
    )
  }
}

function withoutPrefix(request: FastifyRequest, prefix: string, publicUrl: string): Request {
  const { origin } = new URL(publicUrl)
  const asked = toRequest(request, origin)
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(origin + request.url.slice(prefix.length), {
    method: asked.method,
    headers: asked.headers,
    ...(body && { body }),
  })
}
