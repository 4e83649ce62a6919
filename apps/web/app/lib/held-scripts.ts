import { waitingToastKey } from './toast.ts'

/** Takes the module script and its preloads out of a rendered page, for `releaseScript` to bring back. */
export function holdScripts(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script\b[^>]*) type="module" async="">/, '$1 type="text/plain" data-held="">')
}

/**
 * Runs the held module script at the first sign of the visitor, when the browser is idle,
 * or at once when a toast waits to be shown.
 */
export const releaseScript = `(() => {
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin']
let isReleased = false
function release() {
  if (isReleased) return
  isReleased = true
  for (const sign of signs) removeEventListener(sign, release)
  const held = document.querySelector('script[data-held]')
  const script = document.createElement('script')
  script.type = 'module'
  script.nonce = held.nonce
  script.textContent = held.textContent
  document.head.append(script)
  script.remove()
}
let isToastWaiting = false
try { isToastWaiting = sessionStorage.getItem('${waitingToastKey}') !== null } catch {}
if (isToastWaiting) release()
else {
  for (const sign of signs) addEventListener(sign, release, { passive: true })
  addEventListener('load', () => window.requestIdleCallback ? requestIdleCallback(release, { timeout: 3000 }) : setTimeout(release, 200))
}
})()`
