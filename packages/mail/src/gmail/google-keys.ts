import type { Clock } from '../clock.ts'

/** A key that was withdrawn is trusted no longer than this. */
const lifeMs = 3_600_000
/** Anybody can name a key that there is not, and must not make us ask Google each time. */
const restMs = 60_000

type Certs = Readonly<Record<string, unknown>>

/** The keys with which Google signs, by name. They change now and then, and the new one is used at once. */
export function createGoogleKeys({
  load,
  clock,
}: {
  readonly load: () => Promise<Certs>
  readonly clock: Clock
}): (keyId: string) => Promise<unknown> {
  let known: { readonly certs: Promise<Certs>; readonly askedAtMs: number } | null = null

  function ask(): Promise<Certs> {
    const certs = load()
    known = { certs, askedAtMs: clock.now().getTime() }
    certs.catch(() => {
      // Whoever waits for them hears of it; the next one tries again.
      if (known?.certs === certs) known = null
    })
    return certs
  }

  return async (keyId) => {
    const ageMs = known ? clock.now().getTime() - known.askedAtMs : lifeMs
    const certs = await (known && ageMs < lifeMs ? known.certs : ask())
    if (Object.hasOwn(certs, keyId)) return certs[keyId]
    return ageMs >= restMs && ageMs < lifeMs ? (await ask())[keyId] : undefined
  }
}
