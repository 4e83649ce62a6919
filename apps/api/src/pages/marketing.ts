import { isTrackedPage } from '@doorman/domain/site/tracked-pages'
import { readConsent } from '@doorman/domain/site/tracking-consent'
import type { TrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import type { FastifyRequest } from 'fastify'
import { hasCodes } from './tracking-codes.ts'

type PageRequest = Pick<FastifyRequest, 'url' | 'headers'>

type Marketing = {
  /** What runs on this page. */
  readonly codes: TrackingCodes | null
  readonly asksConsent: boolean
  /** The operator uses marketing tools here, so the page depends on the visitor's consent. */
  readonly hasTools: boolean
}
export const noMarketing: Marketing = { codes: null, asksConsent: false, hasTools: false }

/** Whether the operator's tracking codes may be part of the page. */
export function mayHaveCodes({ url }: Pick<PageRequest, 'url'>): boolean {
  return isTrackedPage(toPath(url))
}

/**
 * Decides for a tracked page whether the codes run on it (the visitor has consented) and whether the
 * consent bar is shown (the visitor has not answered yet). The privacy policy always shows the bar, so
 * that visitors can change their answer.
 */
export function decideMarketing({ url, headers }: PageRequest, codes: TrackingCodes): Marketing {
  if (!hasCodes(codes)) return noMarketing
  const { 'sec-gpc': gpc } = headers
  const consent = readConsent({ cookie: headers.cookie, gpc: gpc?.toString() })
  return {
    codes: consent === 'yes' ? codes : null,
    asksConsent: consent === null || toPath(url) === '/privacy-policy',
    hasTools: true,
  }
}

function toPath(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
