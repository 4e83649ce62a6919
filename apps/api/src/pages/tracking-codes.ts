import { trackingCacheMs } from '@doorman/contract/tracking'
import type { TrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import { noncePlaceholder } from '@doorman/services/tracking/sanitise-snippet'

export type FindCodes = () => Promise<TrackingCodes>

export type TrackingCodeCache = {
  readonly find: FindCodes
  /** The cached codes; `null` if `find` has to load them. */
  findCached(): TrackingCodes | null
  /** Makes this process read the codes again. */
  forget(): void
}

/** Caches the tracking codes for five minutes, or until they are forgotten. */
export function cacheTrackingCodes(
  load: FindCodes,
  clock: { readonly now: () => Date },
): TrackingCodeCache {
  let known: { codes: TrackingCodes; until: number } | null = null
  let changes = 0
  const findCached = () => (known && known.until > clock.now().getTime() ? known.codes : null)
  return {
    findCached,
    async find() {
      const cached = findCached()
      if (cached) return cached
      const now = clock.now().getTime()
      // A save may call `forget` while `load` still reads the old codes, which would then be cached
      // for five minutes. In that case `changes` has increased.
      const before = changes
      const codes = await load()
      if (changes === before) known = { codes, until: now + trackingCacheMs }
      return codes
    },
    forget() {
      changes += 1
      known = null
    },
  }
}

/** The markup without the placeholders that each response replaces. */
export function withoutNonces(markup: string): string {
  return markup.replaceAll(` ${noncePlaceholder}`, '')
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
