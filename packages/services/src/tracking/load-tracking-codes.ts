import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'
import { sanitiseSnippet } from './sanitise-snippet.ts'

/** Sanitised markup for our pages. Each script contains a placeholder for the nonce. */
export type TrackingCodes = {
  readonly head: string
  readonly bodyStart: string
  readonly bodyEnd: string
}

export async function loadTrackingCodes({ db }: Context): Promise<TrackingCodes> {
  const [set] = await db.select().from(settings)
  return {
    head: sanitiseSnippet(set?.trackingCodeHead ?? '', { isScript: true }),
    bodyStart: sanitiseSnippet(set?.trackingCodeBodyStart ?? '', { isScript: false }),
    bodyEnd: sanitiseSnippet(set?.trackingCodeBodyEnd ?? '', { isScript: false }),
  }
}
