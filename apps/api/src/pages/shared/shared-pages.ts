import { minuteMs, secondMs } from '@doorman/domain/time'
import { sessionCookieName } from '@doorman/runtime/sign-in/cookies'
import { findNextPublication } from '@doorman/services/blog/find-next-publication'
import type { Context } from '@doorman/services/ports/context'
import type { FastifyRequest } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { toSharedAddress } from './address.ts'
import { compressBest, toKeptPage, type KeptPage } from './kept-page.ts'
import { createPageMemory } from './page-memory.ts'

/** `isComplete`: false if a part is missing because our API failed. */
type Render = (
  request: Request,
) => Promise<{ readonly response: Response; readonly isComplete: boolean }>

type PageRequest = Pick<FastifyRequest, 'url' | 'headers'>

export type SharedPages = {
  /** The page that `load` would return, if it is kept already. */
  find(request: PageRequest, asksConsent: boolean): KeptPage | undefined
  /**
   * The page for a visitor without a session, rendered at most once for all of them. `asksConsent`
   * is all that may differ between them. A response is for this visitor alone, and `null` means that
   * the page has to be rendered for them.
   */
  load(
    request: PageRequest & Pick<FastifyRequest, 'nonce'>,
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
/** A database that does not answer must not delay pages that don't need it. */
const maxQueryMs = secondMs

/** `watch` calls back when the content of public pages or the settings may have changed. */
export function createSharedPages(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  watch: (onChange: () => void) => void,
): SharedPages {
  const isSecure = ctx.publicUrl.startsWith('https:')
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
    const page = isShared ? await toKeptPage(response, nonce, { previous, isSecure }) : response
    if (page instanceof Response) return { page, expiresAt: 0 }
    if (page.status === 404) lastMissing = page
    // In the background. If it fails, the page stays larger than it could be.
    else if (page.bodies !== previous?.bodies) void compressBest(page).catch(() => {})
    const next = await nextPublication
    const expiresAt = Math.min(startedAt.getTime() + maxAgeMs, next?.getTime() ?? Infinity)
    return { page, expiresAt }
  }

  return {
    find(request, asksConsent) {
      const address = findAddress(request)
      return address === null ? undefined : memory.find(toKey(address, asksConsent))
    },
    async load(request, asksConsent, render) {
      const address = findAddress(request)
      if (address === null) return null
      const key = toKey(address, asksConsent)
      const kept = memory.find(key)
      if (kept) return kept
      // Watches before the first render. Otherwise a change during that render would be missed, and
      // the old page would be kept.
      if (!isWatching) watch(memory.forget)
      isWatching = true
      return memory.load(key, () => renderFor(address, key, request.nonce, render))
    },
    forget: memory.forget,
  }
}

/** Where the page of a visitor without a session is kept; `null` if it can't be shared. */
function findAddress({ url, headers }: PageRequest): string | null {
  if (headers.cookie?.includes(sessionCookieName)) return null
  // Any other address may be a 404, whose page is shared, too. A query may hold a token, and the
  // page may depend on cookies, so requests with either don't get a shared page.
  const mayBeMissing = headers.cookie === undefined && !url.includes('?')
  return toSharedAddress(url) ?? (mayBeMissing ? url : null)
}

function toKey(address: string, asksConsent: boolean): string {
  return asksConsent ? `${address} with the consent bar` : address
}
