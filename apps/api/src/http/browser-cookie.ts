import { findCookie, toCookieName, toSetCookie } from '@doorman/runtime/sign-in/cookies'
import { secondMs } from '@doorman/domain/time'
import { attemptLifetimeMs } from '@doorman/services/users/social-sign-in/sign-in-attempts'
import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'

/**
 * A cookie that tells browsers apart while they sign in with a provider. It is `Lax`, so it comes
 * with the provider's redirect back to us.
 */
export function createBrowserCookie(publicUrl: string) {
  const name = toCookieName('doorman.sign-in', publicUrl)

  /** The secret of the browser, or `null` if it has not started to sign in. */
  function find({ headers }: FastifyRequest): string | null {
    const value = findCookie(headers.cookie, name) ?? ''
    return /^[\w-]{43}$/.test(value) ? value : null
  }

  return {
    find,
    /** Two tabs share one secret, so that both can finish. */
    ensure(request: FastifyRequest): { readonly browser: string; readonly setCookie: string } {
      const browser = find(request) ?? randomBytes(32).toString('base64url')
      return { browser, setCookie: toSetCookie(name, browser, attemptLifetimeMs / secondMs) }
    },
  }
}
