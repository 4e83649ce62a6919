import { trackingKeptMs } from '@doorman/contract/tracking'
import type { Context } from '@doorman/services/context'
import {
  loadTrackingCodes,
  type TrackingCodes,
} from '@doorman/services/tracking/load-tracking-codes'
import { noncePlace } from '@doorman/services/tracking/sanitise-snippet'

export type FindCodes = () => Promise<TrackingCodes>

/** The codes, asked of the database once in five minutes. */
export function rememberTrackingCodes(ctx: Context): FindCodes {
  let known: { codes: TrackingCodes; until: number } | null = null
  return async () => {
    const now = ctx.now().getTime()
    if (!known || known.until <= now)
      known = { codes: await loadTrackingCodes(ctx), until: now + trackingKeptMs }
    return known.codes
  }
}

export function hasCodes({ head, bodyStart, bodyEnd }: TrackingCodes): boolean {
  return head + bodyStart + bodyEnd !== ''
}

/**
 * 242: the end of the head, the first element of the body and the last, each once. They are boxes of
 * their own, for React passes over elements it does not know, and stumbles over loose text.
 */
export function insertCodes(html: string, codes: TrackingCodes, nonce: string): string {
  const ready = (markup: string) => markup.replaceAll(noncePlace, `nonce="${nonce}"`)
  const boxed = (markup: string) => (markup === '' ? '' : `<div>${ready(markup)}</div>`)
  return html
    .replace('</head>', () => `${ready(codes.head)}</head>`)
    .replace(/<body[^>]*>/, (body) => body + boxed(codes.bodyStart))
    .replace(/<\/body>(?!.*<\/body>)/s, () => `${boxed(codes.bodyEnd)}</body>`)
}

/** Whom the codes name: their scripts may load from there. */
export function originsIn({ head, bodyStart, bodyEnd }: TrackingCodes): string[] {
  const named = (head + bodyStart + bodyEnd).match(/https:\/\/[\w.-]+/g) ?? []
  return [...new Set(named)]
}
