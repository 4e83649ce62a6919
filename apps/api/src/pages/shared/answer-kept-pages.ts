import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decideMarketing, mayHaveCodes, noMarketing } from '../marketing.ts'
import type { TrackingCodeCache } from '../tracking-codes.ts'
import { sendPage } from './send-page.ts'
import type { SharedPages } from './shared-pages.ts'

/**
 * Answers kept pages in the first hook, before hooks that these pages don't need (nonce, compression).
 * `mountPages` answers all other requests and would send the same response. A page at the address of an
 * API call or a file is never kept, so a kept page can't hide one.
 */
export function answerKeptPages(
  app: FastifyInstance,
  publicUrl: string,
  trackingCodes: Pick<TrackingCodeCache, 'findCached'>,
  sharedPages: Pick<SharedPages, 'find'>,
): void {
  const { host: ownHost } = new URL(publicUrl)
  /** Both Host and X-Forwarded-Host must be ours. Otherwise mountPages redirects or refuses. */
  const isForUs = ({ host, headers }: FastifyRequest) =>
    headers.host === ownHost && host === ownHost
  const findMarketing = (request: FastifyRequest) => {
    if (!mayHaveCodes(request)) return noMarketing
    const codes = trackingCodes.findCached()
    return codes && decideMarketing(request, codes)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    if ((method !== 'GET' && method !== 'HEAD') || !isForUs(request)) return done()
    const marketing = findMarketing(request)
    if (!marketing || marketing.codes) return done()
    const page = sharedPages.find(request, marketing.asksConsent)
    if (page) sendPage(page, request, reply, { isPrivate: marketing.hasTools })
    else done()
  })
}
