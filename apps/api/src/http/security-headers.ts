import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows the inline scripts of this one response to run. */
    nonce: string
  }
}

/** Sets the security headers of every response. */
export function setSecurityHeaders(
  app: FastifyInstance,
  { isSecure, isDev }: { isSecure: boolean; isDev: boolean },
): void {
  const createNonce = createNonces()
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.nonce = createNonce()
    reply.headers(securityHeaders(request.nonce, isDev))
    if (isSecure) reply.headers(transportSecurity)
    done()
  })
}

const nonceBytes = 16

/**
 * Draws random bytes for many nonces at once, because a draw per request is slow. Each nonce is
 * used once.
 */
export function createNonces(perDraw = 256): () => string {
  let drawn = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === drawn.length) {
      drawn = randomBytes(perDraw * nonceBytes)
      used = 0
    }
    used += nonceBytes
    return drawn.toString('base64', used - nonceBytes, used)
  }
}

const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** The security headers that are the same on every response: all but the policy. */
export function commonSecurityHeaders(isSecure: boolean): Record<string, string> {
  return { ...commonHeaders, ...(isSecure && transportSecurity) }
}

const commonHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** `trackers` are the origins of an operator's marketing tools, on pages that contain them. */
export function securityHeaders(
  nonce: string,
  isDev = false,
  trackers: readonly string[] = [],
): Record<string, string> {
  return {
    'content-security-policy': toPolicy([`'nonce-${nonce}'`], isDev, trackers),
    ...commonHeaders,
  }
}

/**
 * `inlineScripts` are the nonce or the hashes of the inline scripts that may run. In development,
 * Vite injects styles and uses a web socket. Marketing tools may send requests and load pictures from
 * any https address.
 */
export function toPolicy(
  inlineScripts: readonly string[],
  isDev = false,
  trackers: readonly string[] = [],
): string {
  const anyHttps = trackers.length > 0 ? ' https:' : ''
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...inlineScripts, ...trackers].join(' '),
    `style-src 'self'${isDev ? " 'unsafe-inline'" : ''}`,
    `connect-src 'self'${isDev ? ' ws:' : ''}${anyHttps}`,
    `img-src 'self' data:${anyHttps}`,
    "font-src 'self'",
    "media-src 'self'",
    // Ourselves: the pixel test of the admin panel. All our other pages refuse to be framed. And the
    // video in the connection guide, from YouTube's player without cookies.
    "frame-src 'self' https://www.youtube-nocookie.com",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'report-uri /api/csp-reports',
  ].join('; ')
}
