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
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', async (request, reply) => {
    request.nonce = randomBytes(16).toString('base64')
    reply.headers(securityHeaders(request.nonce, isDev))
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}

/**
 * In development, Vite injects styles and uses a web socket. `trackers` are the origins of an
 * operator's marketing tools, on pages that contain them; these tools may send requests and load
 * pictures from any https address.
 */
export function securityHeaders(
  nonce: string,
  isDev = false,
  trackers: readonly string[] = [],
): Record<string, string> {
  const anyHttps = trackers.length > 0 ? ' https:' : ''
  const policy = [
    "default-src 'none'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...trackers].join(' '),
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
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
