import type { TrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import { insertCodes, originsIn } from './tracking-codes.ts'

/**
 * The document in which an admin tries the saved head code, in a frame of the admin panel. Its
 * policy sandboxes it, however it is opened: its origin is opaque, so the code of a marketing tool
 * can read neither the panel, nor the session, nor an answer of our API.
 */
export function toPixelTest(
  { head }: TrackingCodes,
  nonce: string,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } {
  const codes = { head, bodyStart: '', bodyEnd: '' }
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    ['script-src', `'nonce-${nonce}'`, ...originsIn(codes)].join(' '),
    'connect-src https:',
    'img-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]
  return {
    html: insertCodes(toPage(nonce), codes, nonce),
    headers: { 'content-security-policy': policy.join('; '), 'x-frame-options': 'SAMEORIGIN' },
  }
}

function toPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Pixel test</title></head>
<body><script nonce="${nonce}">${relay}</script></body>
</html>
`
}

/**
 * Passes events of the panel on to Meta's pixel and replies what became of them. The snippet defines
 * `fbq` at once, as a queue; `callMethod` is there when the pixel itself has loaded.
 */
const relay = `
const reply = (state) => parent.postMessage({ state }, '*')
const waitForPixel = async () => {
  for (let tries = 0; tries < 50 && !window.fbq?.callMethod; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return Boolean(window.fbq?.callMethod)
}
addEventListener('message', async ({ source, data }) => {
  if (source !== parent || typeof data?.event !== 'string') return
  if (!(await waitForPixel())) return reply('not-loaded')
  window.fbq('track', data.event, data.details)
  reply('sent')
})
reply('ready')
`
