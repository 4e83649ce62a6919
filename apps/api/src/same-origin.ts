import { AppError } from '@doorman/domain/app-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Refuses a change that a page of another site asks for in the user's name.
 * Every browser of today sends `Sec-Fetch-Site`; `Origin` is for the others.
 * A request with neither comes from no browser and carries no stolen cookie.
 */
export function refuseForeignChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && isForeign(request))
      throw new AppError('forbidden', 'This request came from another site.')
  })
}

function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (headers.origin === undefined) return false
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== host
}
