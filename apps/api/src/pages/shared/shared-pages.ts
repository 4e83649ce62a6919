import { minuteMs, secondMs } from '@doorman/domain/time'
import { sessionCookieName } from '@doorman/runtime/sign-in/cookies'
import { findNextPublication } from '@doorman/services/blog/find-next-publication'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyRequest } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { toSharedAddress } from './address.ts'
import { compressBest, toKeptPage, type KeptPage } from './kept-page.ts'
import { createPageMemory } from './page-memory.ts'

/** `isComplete`: no part is missing because our API failed. */
type Render = (
  request: Request,
) => Promise<{ readonly response: Response; readonly isComplete: boolean }>

export type SharedPages = {
  /**
   * The page for a visitor without a session, rendered at most once for all of them. `asksConsent`
   * is all that may differ between them. A response is for this visitor alone, and `null` means that
   * the page has to be rendered for them.
   */
  load(
    request: Pick<FastifyRequest, 'url' | 'headers' | 'nonce'>,
    asksConsent: boolean,
    render: Render,
  ): Promise<KeptPage | Response | null>
  /** Makes this process render its pages again. */
  forget(): void
}

const maxBytes = 16 * 1024 * 1024
const maxMissingBytes = 1024 * 1024
/** A page shows counts of views and the year, whose changes nobody announces. */
const maxAgeMs = 5 * minuteMs
/** A database that does not answer must not hold up pages that don't need it. */
const maxQueryMs = secondMs

/** `watch` calls back when the content of public pages or the settings may have changed. */
export function createSharedPages(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  watch: (onChange: () => void) => void,
): SharedPages {
  const memory = createPageMemory({ now: ctx.now, maxBytes, maxMissingBytes })
  let isWatching = false
  /** Pages that don't exist look alike, so the next one need not be compressed again. */
  let lastMissing: KeptPage | undefined

  /** The request names nothing but the address, so nothing of the visitor can enter the page. */
  async function renderFor(address: string, key: string, nonce: string, render: Render) {
    const startedAt = ctx.now()
    // Without the database the page is shown, but not kept.
    const nextPublication = Promise.race([
      findNextPublication(ctx, { after: startedAt }).catch(() => startedAt),
      setTimeout(maxQueryMs, startedAt, { ref: false }),
    ])
    const { response, isComplete } = await render(new Request(ctx.publicUrl + address))
    const isKnown = response.status === 404 || toSharedAddress(address) !== null
    const isShared = isComplete && isKnown
    const previous = memory.findPrevious(key) ?? lastMissing
    const page = isShared ? await toKeptPage(response, nonce, previous) : response
    if (page instanceof Response) return { page, expiresAt: 0 }
    if (page.status === 404) lastMissing = page
    // In the background. If it fails, the page stays larger than it could be.
    else if (page.bodies !== previous?.bodies) void compressBest(page).catch(() => {})
    const next = await nextPublication
    const expiresAt = Math.min(startedAt.getTime() + maxAgeMs, next?.getTime() ?? Infinity)
    return { page, expiresAt }
  }

  return {
    async load({ url, headers, nonce }, asksConsent, render) {
      if (headers.cookie?.includes(sessionCookieName)) return null
      const shared = toSharedAddress(url)
      // Another address may be a 404, and those are shared too. Not with a query, which may hold a
      // token, and not with cookies, on which the page may depend.
      const mayBeMissing = headers.cookie === undefined && !url.includes('?')
      if (shared === null && !mayBeMissing) return null
      const address = shared ?? url
      const key = asksConsent ? `${address} with the consent bar` : address

      const kept = memory.find(key)
      if (kept) return kept
      // Before the first page is rendered: a change that happens meanwhile must not be missed.
      if (!isWatching) watch(memory.forget)
      isWatching = true
      return memory.load(key, () => renderFor(address, key, nonce, render))
    },
    forget: memory.forget,
  }
}
