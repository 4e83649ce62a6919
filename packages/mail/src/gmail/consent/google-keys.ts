import { hourMs, minuteMs } from '@doorman/domain/time'
import type { Clock } from '../../http/clock.ts'

/** Bounds how long a key is trusted after Google withdraws it. */
const maxCacheAgeMs = hourMs
/** Tokens with made-up key ids cause at most one request in this time. */
const minRefetchIntervalMs = minuteMs

type Certs = Readonly<Record<string, unknown>>

/** A cache of Google's signing keys. Google rotates them, so an unknown id causes a request. */
export function createGoogleKeys({
  load,
  clock,
}: {
  readonly load: () => Promise<Certs>
  readonly clock: Clock
}): (keyId: string) => Promise<unknown> {
  let cached: { readonly certs: Promise<Certs>; readonly requestedAtMs: number } | null = null

  function request(): Promise<Certs> {
    const certs = load()
    cached = { certs, requestedAtMs: clock.now().getTime() }
    certs.catch(() => {
      // Callers that wait for these keys get the error. The next caller requests them again.
      if (cached?.certs === certs) cached = null
    })
    return certs
  }

  return async (keyId) => {
    const ageMs = cached ? clock.now().getTime() - cached.requestedAtMs : maxCacheAgeMs
    const certs = await (cached && ageMs < maxCacheAgeMs ? cached.certs : request())
    if (Object.hasOwn(certs, keyId)) return certs[keyId]
    const mayRefetch = ageMs >= minRefetchIntervalMs && ageMs < maxCacheAgeMs
    return mayRefetch ? (await request())[keyId] : undefined
  }
}
