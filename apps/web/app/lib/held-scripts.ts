import { waitingToastKey } from './toast.ts'

/** Lays the module script and its preloads of a rendered page by, for `releaseScript` to take up. */
export function holdScripts(html: string, until: 'idle' | 'first-move'): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="held"')
    .replace(
      /(<script\b[^>]*) type="module" async="">/,
      `$1 type="text/plain" data-held="${until}">`,
    )
}

/**
 * Fetches the held scripts when the browser is idle, and runs them then or at the first sign of the
 * visitor, as the page wants it; at once when there is a toast or an error to tell. A button that was
 * pressed too early is pressed again.
 */
export const releaseScript = `(() => {
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll']
const held = document.querySelector('script[data-held]')
let isReleased = false
function release() {
  if (isReleased) return
  isReleased = true
  for (const sign of signs) removeEventListener(sign, notice)
  const script = document.createElement('script')
  script.type = 'module'
  script.nonce = held.nonce
  script.textContent = held.textContent
  document.head.append(script)
  script.remove()
}
function notice({ type, movementX, movementY }) {
  // Browsers make up pointer moves when a page appears under a resting pointer.
  if (type !== 'pointermove' || movementX || movementY) release()
}
function fetchAhead() {
  for (const link of document.querySelectorAll('link[rel=held]')) link.rel = 'modulepreload'
}
let pressed = null
function remember({ target }) {
  pressed = target.closest('button[type=button]:not([popovertarget])') ?? pressed
}
addEventListener('click', remember, true)
new MutationObserver((_changes, observer) => {
  observer.disconnect()
  removeEventListener('click', remember, true)
  pressed?.click()
}).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
function whenIdle() {
  if (held.dataset.held === 'idle') release()
  else fetchAhead()
}
let hasNews = /[?&]error=/.test(location.search)
try { hasNews ||= sessionStorage.getItem('${waitingToastKey}') !== null } catch {}
if (hasNews) release()
else {
  for (const sign of signs) addEventListener(sign, notice, { passive: true })
  addEventListener('load', () => window.requestIdleCallback ? requestIdleCallback(whenIdle, { timeout: 3000 }) : setTimeout(whenIdle, 200))
}
})()`
