type Page = Pick<Window & typeof globalThis, 'document' | 'addEventListener' | 'fetch' | 'open'>

/**
 * The script of an article page. It runs as the page loads and does not wait for hydration, which
 * may come late, or never if the visitor only reads.
 */
export function readArticle(page: Page): void {
  countView(page)
  page.document.addEventListener('click', (event) => openPopup(page, event))
}

/** Counts a view, once the document has loaded. The reader need not know of a failure. */
function countView(page: Page): void {
  const path = page.document.currentScript?.dataset['view']
  if (path === undefined) return
  page.addEventListener(
    'load',
    () => {
      // Keepalive: the view counts even if the reader leaves at once.
      page
        .fetch(path, { method: 'POST', keepalive: true })
        .then(async (response) => {
          // For the browser a request whose answer is not read never ends.
          await response.text()
          if (!response.ok) throw new Error(String(response.status))
        })
        // oxlint-disable-next-line no-console -- only logged
        .catch((error: unknown) => console.info('View not counted', error))
    },
    { once: true },
  )
}

/** Opens a link marked with `data-popup` in a small window. Ctrl-click and the like stay as usual. */
function openPopup(page: Page, event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return
  const link = target.closest<HTMLAnchorElement>('a[data-popup]')
  if (!link) return
  event.preventDefault()
  page.open(link.href, '_blank', 'noopener,width=600,height=400')
}
