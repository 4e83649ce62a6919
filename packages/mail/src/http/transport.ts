import type { Clock } from './clock.ts'

/** Everything an adapter needs to call a provider. Tests pass a simulated one. */
export type Transport = {
  readonly fetch: Fetch
  readonly clock: Clock
  /** At least 0 and below 1, like `Math.random`. Spreads retries (jitter). */
  readonly random: () => number
}

/** The part of `fetch` that the adapters use, so that a leaner client can take its place. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>

type FetchRequest = {
  readonly method: Method
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type FetchResponse = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}
