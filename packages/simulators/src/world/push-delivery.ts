import type { VirtualClock } from './clock.ts'
import type { Service } from './faults.ts'
import type { WorldRecord } from './record.ts'

export type OutgoingNotification = {
  readonly provider: Service
  /** Called for each attempt, so that a token in the request is never expired. */
  readonly makeRequest: () => Request | Promise<Request>
  /** How long delivery is retried while the response is not 2xx. */
  readonly retryForMs: number
  /** The longest pause between two attempts. Default: 10 minutes. */
  readonly maxRetryMs?: number
  readonly onDelivered?: () => void
}

/** What goes wrong with notifications. Faults can be combined. */
export type DeliveryFaults = {
  readonly drop: boolean
  readonly delayMs: number
  /** How many times each notification arrives. */
  readonly copies: number
  /** Swaps each pair: the second notification arrives before the first. */
  readonly reorder: boolean
}

const noFaults: DeliveryFaults = { drop: false, delayMs: 0, copies: 1, reorder: false }

const firstRetryMs = 10_000
const defaultMaxRetryMs = 600_000

/**
 * Sends push notifications to the product when the virtual clock advances, and retries with
 * backoff.
 */
export class PushDelivery {
  readonly #clock: VirtualClock
  readonly #fetch: typeof globalThis.fetch
  readonly #record: WorldRecord
  #faults = noFaults
  #delayed: OutgoingNotification | null = null

  constructor(clock: VirtualClock, fetch: typeof globalThis.fetch, record: WorldRecord) {
    this.#clock = clock
    this.#fetch = fetch
    this.#record = record
  }

  /** Replaces the current faults; without arguments there are none. */
  setFaults(faults: Partial<DeliveryFaults> = {}): void {
    this.#faults = { ...noFaults, ...faults }
  }

  send(notification: OutgoingNotification): void {
    const { drop, reorder } = this.#faults
    if (drop) return
    if (reorder && this.#delayed === null) {
      this.#delayed = notification
      return
    }
    this.#dispatch(notification)
    if (this.#delayed !== null) this.#dispatch(this.#delayed)
    this.#delayed = null
  }

  #dispatch(notification: OutgoingNotification): void {
    const { copies, delayMs } = this.#faults
    const giveUpMs = this.#clock.now().getTime() + delayMs + notification.retryForMs
    for (let copy = 0; copy < copies; copy++)
      this.#clock.after(delayMs, () => this.#attempt(notification, firstRetryMs, giveUpMs))
  }

  async #attempt(
    notification: OutgoingNotification,
    retryMs: number,
    giveUpMs: number,
  ): Promise<void> {
    const status = await this.#post(notification)
    const isDelivered = status !== null && status >= 200 && status < 300
    if (isDelivered) notification.onDelivered?.()
    if (isDelivered || this.#clock.now().getTime() + retryMs > giveUpMs) return
    const nextMs = Math.min(retryMs * 2, notification.maxRetryMs ?? defaultMaxRetryMs)
    this.#clock.after(retryMs, () => this.#attempt(notification, nextMs, giveUpMs))
  }

  async #post({ provider, makeRequest }: OutgoingNotification): Promise<number | null> {
    const request = await makeRequest()
    const body = await request.clone().text()
    const status = await this.#fetch(request).then(
      (response) => response.status,
      // No response; the next attempt may get one.
      () => null,
    )
    this.#record.addNotification({
      provider,
      at: this.#clock.now(),
      url: request.url,
      body,
      status,
    })
    return status
  }
}
