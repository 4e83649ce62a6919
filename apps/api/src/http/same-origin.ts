import { isLoopback } from '@doorman/domain/accounts/loopback'
import { AppError } from '@doorman/domain/app-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Refuses changes requested by a page of another site (CSRF). Current browsers send
 * `Sec-Fetch-Site`, and all of them send `Origin`. A request with neither does not come from a
 * browser, so it cannot carry the cookie of an unsuspecting user. Both must be right: after DNS
 * rebinding, a foreign page counts as same-origin, but its `Origin` is still a foreign name.
 */
export function refuseCrossSiteChanges(
  app: FastifyInstance,
  { publicUrl, isDemo }: { publicUrl: string; isDemo: boolean },
): void {
  const { origin } = new URL(publicUrl)
  // The demo has several names, all of this machine; see `answerThisMachineOnly`.
  const isOurs = (asked: string, request: FastifyRequest) =>
    asked === origin || (isDemo && asked === `http://${request.headers.host}`)

  app.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    const { origin: asked, 'sec-fetch-site': site = 'none' } = request.headers
    const isSameSite = site === 'same-origin' || site === 'none'
    if (!isSameSite || (asked !== undefined && !isOurs(asked, request)))
      throw new AppError('forbidden', 'This request came from another site.')
  })
}

/**
 * In the demo, whose passwords are public, refuses requests to any name but those of this machine.
 * A foreign page can let its own name point to 127.0.0.1 (DNS rebinding), and its visitor's browser
 * would then read the demo for it.
 */
export function answerThisMachineOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    // Not `request.host`, which a proxy's header can replace.
    if (!isLoopback((headers.host ?? '').replace(/:\d*$/, '')))
      throw new AppError('forbidden', 'The demo answers at localhost only.')
  })
}
