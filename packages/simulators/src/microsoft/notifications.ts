import type { Courier } from '../world/courier.ts'
import type { World } from '../world/world.ts'

/** Deliveries are tried "for up to 4 hours" (change-notifications-delivery-webhooks). */
const retryForMs = 4 * 3_600_000
/** Microsoft promises minutes (PROVIDERS 2.3); what happens within this time goes out together. */
const gatherMs = 1000

const windowMs = 10 * 60_000
/** The older edition of the page says 3 s, the newer 10: the safe reading. */
const slowMs = 3000
const slowShare = 0.1
const dropShare = 0.15
const slowDelayMs = 10_000

/** Gathers notifications by address, whoever's they are, and sends each lot in one POST. */
export class Notifications {
  readonly #world: World
  readonly #courier: Courier
  readonly #waiting = new Map<string, object[]>()
  #answers: { readonly atMs: number; readonly isSlow: boolean }[] = []
  /** On command: how long the product is taken to need for an answer. */
  endpointTakesMs = 0

  constructor(world: World) {
    this.#world = world
    this.#courier = world.courier
  }

  add(url: string, notification: object): void {
    const waiting = this.#waiting.get(url)
    if (waiting) {
      waiting.push(notification)
      return
    }
    this.#waiting.set(url, [notification])
    this.#world.clock.after(gatherMs, () => this.#flush(url))
  }

  #flush(url: string): void {
    const value = this.#waiting.get(url)
    this.#waiting.delete(url)
    const share = this.#slowShare()
    if (share > dropShare) return
    const send = () =>
      this.#courier.send({
        provider: 'microsoft',
        retryForMs,
        make: () => this.#toRequest(url, JSON.stringify({ value })),
      })
    if (share > slowShare) this.#world.clock.after(slowDelayMs, send)
    else send()
  }

  #toRequest(url: string, body: string): Request {
    this.#answers.push({ atMs: this.#nowMs(), isSlow: this.endpointTakesMs > slowMs })
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return new Request(url, { method: 'POST', headers, body })
  }

  /**
   * Of the answers of the last ten minutes. Over 10 %, new notifications come 10 s
   * later; over 15 %, they are dropped (change-notifications-delivery-webhooks, "Throttling").
   */
  #slowShare(): number {
    const fromMs = this.#nowMs() - windowMs
    this.#answers = this.#answers.filter(({ atMs }) => atMs > fromMs)
    const slow = this.#answers.filter(({ isSlow }) => isSlow).length
    return slow / Math.max(1, this.#answers.length)
  }

  #nowMs(): number {
    return this.#world.clock.now().getTime()
  }
}
