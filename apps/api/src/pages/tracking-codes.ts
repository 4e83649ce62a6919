import { trackingCacheMs } from '@doorman/contract/tracking'
import type { Context } from '@doorman/services/ports/context'
import {
  loadTrackingCodes,
  type TrackingCodes,
} from '@doorman/services/tracking/load-tracking-codes'
import { noncePlaceholder } from '@doorman/services/tracking/sanitise-snippet'

export type FindCodes = () => Promise<TrackingCodes>

/** Caches the tracking codes for five minutes. */
export function cacheTrackingCodes(ctx: Context): FindCodes {
  let known: { codes: TrackingCodes; until: number } | null = null
  return async () => {
    const now = ctx.now().getTime()
    if (!known || known.until <= now)
      known = { codes: await loadTrackingCodes(ctx), until: now + trackingCacheMs }
    return known.codes
  }
}

export function hasCodes({ head, bodyStart, bodyEnd }: TrackingCodes): boolean {
  return head + bodyStart + bodyEnd !== ''
}

/**
 * Inserts the codes at the end of the head and as first and last element of the body, each in an
 * element of its own: React ignores unknown elements while hydrating, but fails on loose text.
 */
export function insertCodes(html: string, codes: TrackingCodes, nonce: string): string {
  const ready = (markup: string) => markup.replaceAll(noncePlaceholder, `nonce="${nonce}"`)
  const inDiv = (markup: string) => (markup === '' ? '' : `<div>${ready(markup)}</div>`)
  return html
    .replace('</head>', () => `${ready(codes.head)}</head>`)
    .replace(/<body[^>]*>/, (body) => body + inDiv(codes.bodyStart))
    .replace(/<\/body>(?!.*<\/body>)/s, () => `${inDiv(codes.bodyEnd)}</body>`)
}

/** The origins that the codes mention. Scripts may load from there. */
export function originsIn({ head, bodyStart, bodyEnd }: TrackingCodes): string[] {
  const named = (head + bodyStart + bodyEnd).match(/https:\/\/[\w.-]+/g) ?? []
  return [...new Set(named)]
}
