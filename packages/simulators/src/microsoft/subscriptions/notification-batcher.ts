import type { ChangeNotification } from '@microsoft/microsoft-graph-types'
import type { PushDelivery } from '../../world/push-delivery.ts'
import { hourMs, minuteMs } from '../../world/time.ts'
import type { World } from '../../world/world.ts'
import { toNotificationBody } from '../graph/answers.ts'

/**
 * Graph retries a delivery for up to 4 hours
 * (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks).
 */
const retryForMs = 4 * hourMs
/** Notifications within this time are sent together. Graph's own latency can be minutes. */
const batchMs = 1000

const windowMs = 10 * minuteMs
/** Older editions of the page say 3 s, newer ones 10 s. The simulator uses the stricter limit. */
const slowMs = 3000
const delayShare = 0.1
const dropShare = 0.15
const delayMs = 10_000

/**
 * Collects notifications by URL, across subscriptions and mailboxes, and sends each batch in one
 * POST.
 */
export class NotificationBatcher {
  readonly #world: World
  readonly #pushDelivery: PushDelivery
  readonly #waiting = new Map<string, ChangeNotification[]>()
  #responses: { readonly atMs: number; readonly isSlow: boolean }[] = []
  /** How long the product is assumed to take for a response. Set by tests. */
  endpointDelayMs = 0

  constructor(world: World) {
    this.#world = world
    this.#pushDelivery = world.pushDelivery
  }

  add(url: string, notification: ChangeNotification): void {
    const waiting = this.#waiting.get(url)
    if (waiting) {
      waiting.push(notification)
      return
    }
    this.#waiting.set(url, [notification])
    this.#world.clock.after(batchMs, () => this.#flush(url))
  }

  #flush(url: string): void {
    const value = this.#waiting.get(url) ?? []
    this.#waiting.delete(url)
    const share = this.#slowShare()
    if (share > dropShare) return
    const send = () =>
      this.#pushDelivery.send({
        provider: 'microsoft',
        retryForMs,
        makeRequest: () => this.#toRequest(url, toNotificationBody({ value })),
      })
    if (share > delayShare) this.#world.clock.after(delayMs, send)
    else send()
  }

  #toRequest(url: string, body: string): Request {
    this.#responses.push({ atMs: this.#nowMs(), isSlow: this.endpointDelayMs > slowMs })
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    return new Request(url, { method: 'POST', headers, body })
  }

  /**
   * The share of slow responses in the last ten minutes. Above 10 %, Graph delays new
   * notifications by 10 s; above 15 %, it drops them ("Throttling" on the same page).
   */
  #slowShare(): number {
    const fromMs = this.#nowMs() - windowMs
    this.#responses = this.#responses.filter(({ atMs }) => atMs > fromMs)
    const slow = this.#responses.filter(({ isSlow }) => isSlow).length
    return slow / Math.max(1, this.#responses.length)
  }

  #nowMs(): number {
    return this.#world.clock.now().getTime()
  }
}
