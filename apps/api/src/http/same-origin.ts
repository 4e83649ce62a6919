import { AppError } from '@doorman/domain/app-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Refuses changes requested by a page of another site (CSRF). Current browsers send
 * `Sec-Fetch-Site`; older ones send `Origin`. A request with neither does not come from a browser,
 * so it cannot carry the cookie of an unsuspecting user.
 */
export function refuseCrossSiteChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isCrossSite(request))
      throw new AppError('forbidden', 'This request came from another site.')
  })
}

function isCrossSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== host
}
