import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decideMarketing, isTracked, noMarketing } from '../marketing.ts'
import type { TrackingCodeCache } from '../tracking-codes.ts'
import { sendPage } from './send-page.ts'
import type { SharedPages } from './shared-pages.ts'

/**
 * Answers requests for kept pages before the other hooks run, which prepare what these pages don't
 * need, such as a nonce or a compressor. `mountPages` answers all other requests, and would answer
 * these alike. A page at an address that an API call or a file has is never kept, so an answer from
 * memory can't hide one.
 */
export function answerKeptPages(
  app: FastifyInstance,
  publicUrl: string,
  trackingCodes: Pick<TrackingCodeCache, 'findCached'>,
  sharedPages: Pick<SharedPages, 'find'>,
): void {
  const { host: ownHost } = new URL(publicUrl)
  /** A request for another host may have to be redirected or refused, whichever header names it. */
  const isForUs = ({ host, headers }: FastifyRequest) =>
    headers.host === ownHost && host === ownHost
  const findMarketing = (request: FastifyRequest) => {
    if (!isTracked(request)) return noMarketing
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
