import { findCookie, toSetCookie } from '@doorman/runtime/sign-in/cookies'
import { isLoopback } from '@doorman/domain/accounts/loopback'
import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'

type PageRequest = Pick<FastifyRequest, 'host' | 'url' | 'headers'>

type HostRedirect = {
  readonly url: string
  /** Set with the redirect. */
  readonly cookie: string
}

const cookieName = 'doorman.host-redirect'
const cookie = toSetCookie(cookieName, '1', 10)

/**
 * Finds where to redirect the request for a page that names another host, such as 127.0.0.1 instead
 * of localhost. Cookies belong to one host, and providers send browsers back to `PUBLIC_URL`, so a
 * user who signed in elsewhere could connect no mailbox. `null`: no redirect.
 *
 * A proxy may replace the Host header by an internal name. The redirect would then lead to the same
 * page, so a browser that brings the cookie of a redirect is not redirected again. Requests by IP
 * address are answered, because health checks use them. So are requests for another port of this
 * machine.
 */
export function createHostRedirect(
  publicUrl: string,
): (request: PageRequest) => HostRedirect | null {
  const own = new URL(publicUrl)

  return ({ host, url, headers }) => {
    if (host === own.host) return null
    const address = `${own.protocol}//${host}`
    if (!URL.canParse(address)) return null
    const asked = new URL(address)
    if (asked.host === own.host) return null
    const isOther = isLoopback(asked.hostname)
      ? isLoopback(own.hostname) && asked.port === own.port
      : !isLoopback(own.hostname) &&
        !isAddress(asked.hostname) &&
        findCookie(headers.cookie, cookieName) === null
    return isOther ? { url: publicUrl + url, cookie } : null
  }
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
}
