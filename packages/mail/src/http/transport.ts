import type { Clock } from './clock.ts'

/** Everything an adapter needs to call a provider. Tests pass a simulated one. */
export type Transport = {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  /** At least 0 and below 1, like `Math.random`. Spreads retries (jitter). */
  readonly random: () => number
}
