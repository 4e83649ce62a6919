import type { KeptPage } from './kept-page.ts'
import { createRecentEntries } from './recent-entries.ts'

type Entry = {
  readonly page: KeptPage
  readonly bytes: number
  readonly version: number
  readonly expiresAt: number
}

/** What was rendered: a page for everybody, or a response for the visitor who asked. */
type Rendered = { readonly page: KeptPage | Response; readonly expiresAt: number }

/**
 * Keeps pages in memory until they expire or `forget` is called; then the next request renders them
 * again. Pages that don't exist have a small memory of their own, so that made-up addresses can't
 * displace real pages.
 */
export function createPageMemory({
  now,
  maxBytes,
  maxMissingBytes,
}: {
  readonly now: () => Date
  readonly maxBytes: number
  readonly maxMissingBytes: number
}) {
  const existing = createRecentEntries<Entry>(maxBytes)
  const missing = createRecentEntries<Entry>(maxMissingBytes)
  const rendering = new Map<string, Promise<KeptPage | Response>>()
  let version = 0

  const findEntry = (key: string) => existing.find(key) ?? missing.find(key)

  function keep(key: string, page: KeptPage, expiresAt: number): void {
    const [memory, other] = page.status === 404 ? [missing, existing] : [existing, missing]
    other.remove(key)
    memory.set(key, { page, bytes: page.bytes, version, expiresAt })
  }

  return {
    find(key: string): KeptPage | undefined {
      const entry = findEntry(key)
      const isCurrent = entry?.version === version && entry.expiresAt > now().getTime()
      return isCurrent ? entry.page : undefined
    },
    /** The page that was kept last, even if it is outdated. */
    findPrevious: (key: string): KeptPage | undefined => findEntry(key)?.page,
    /**
     * Renders a page and keeps it. Requests that come during the render wait for it instead of
     * rendering again. A response that must not be kept goes to the first request only; the others
     * get `null`.
     *
     * If the content changes while a page is rendered, the page may show the old content. `forget`
     * has then raised the version, so the page is not kept, and later requests don't wait for it.
     */
    async load(key: string, render: () => Promise<Rendered>): Promise<KeptPage | Response | null> {
      const begun = rendering.get(key)
      if (begun) {
        const page = await begun
        return page instanceof Response ? null : page
      }
      const since = version
      const rendered = render().then(({ page, expiresAt }) => {
        if (!(page instanceof Response) && version === since) keep(key, page, expiresAt)
        return page
      })
      rendering.set(key, rendered)
      try {
        return await rendered
      } finally {
        if (rendering.get(key) === rendered) rendering.delete(key)
      }
    },
    forget(): void {
      version += 1
      rendering.clear()
    },
  }
}
