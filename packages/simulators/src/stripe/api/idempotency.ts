import type { VirtualClock } from '../../world/clock.ts'
import { dayMs } from '../../world/time.ts'
import { idempotencyMismatch, invalidParameter } from './stripe-error.ts'

export type Answer = { readonly status: number; readonly body: object }

type Saved = {
  readonly request: string
  readonly status: number
  readonly body: string
  readonly expiresAtMs: number
}

/** The responses to requests with an `Idempotency-Key` (https://docs.stripe.com/api/idempotent_requests). */
export class IdempotentResponses {
  readonly #clock: VirtualClock
  readonly #saved = new Map<string, Saved>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** The response to the first request with this key; `null` if this is the first. */
  find(key: string, request: string): Response | null {
    if (key.length > 255)
      throw invalidParameter('Idempotency-Key', 'Idempotency keys can have up to 255 characters.')
    const saved = this.#saved.get(key)
    if (!saved || saved.expiresAtMs <= this.#clock.now().getTime()) return null
    if (saved.request !== request) throw idempotencyMismatch(key)
    return new Response(saved.body, {
      status: saved.status,
      headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
    })
  }

  /** Errors are saved, too, unless they were found before the call was carried out. */
  save(key: string, request: string, { status, body }: Answer): void {
    const expiresAtMs = this.#clock.now().getTime() + dayMs
    this.#saved.set(key, { request, status, body: JSON.stringify(body), expiresAtMs })
  }
}
