import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { PushDelivery, type DeliveryFaults } from '../world/push-delivery.ts'
import { dayMs, hourMs } from '../world/time.ts'
import type { World } from '../world/world.ts'

export type EventType = Extract<
  Stripe.Event['type'],
  | `billing_portal.session.${string}`
  | `checkout.session.${string}`
  | `customer.${string}`
  | `invoice.${string}`
  | `payment_method.${string}`
>

export const apiVersion = '2026-10-28.endive'

export type WebhookEndpoint = {
  readonly url: string
  /** Signs the events: `whsec_…`. */
  readonly secret: string
}

/** The API request that causes an event; both are `null` if Stripe itself does. */
export type EventCause = Stripe.Event.Request

const ownCause: EventCause = { id: null, idempotency_key: null }

/**
 * Stripe retries for up to three days with an exponential backoff
 * (https://docs.stripe.com/webhooks#automatic-retries).
 */
const retryForMs = 3 * dayMs
const maxRetryMs = 12 * hourMs
/** A response that takes longer counts as none. Real time: the product answers in real time. */
const timeoutMs = 20_000

/** Every event of an account, oldest first. Sends each to the webhook endpoint. */
export class EventLog {
  readonly events: Stripe.Event[] = []
  readonly #world: World
  readonly #isLive: boolean
  readonly #endpoint: WebhookEndpoint | null
  readonly #delivery: PushDelivery
  #cause = ownCause

  constructor(
    world: World,
    {
      isLive,
      endpoint,
      fetch,
    }: { isLive: boolean; endpoint: WebhookEndpoint | null; fetch: typeof globalThis.fetch },
  ) {
    this.#world = world
    this.#isLive = isLive
    this.#endpoint = endpoint
    this.#delivery = new PushDelivery(world.clock, fetch, world.record)
  }

  /** Events that `act` adds name this cause. `act` must be synchronous. */
  causedBy<T>(cause: EventCause, act: () => T): T {
    this.#cause = cause
    try {
      return act()
    } finally {
      this.#cause = ownCause
    }
  }

  add(type: EventType, object: object, previousAttributes?: object): void {
    const event = {
      id: `evt_1${this.#world.random.token(23).replace(/[-_]/g, '0')}`,
      object: 'event',
      api_version: apiVersion,
      created: this.#now(),
      livemode: this.#isLive,
      data: {
        object: structuredClone(object),
        ...(previousAttributes && { previous_attributes: previousAttributes }),
      },
      pending_webhooks: this.#endpoint === null ? 0 : 1,
      request: this.#cause,
      type,
    } satisfies Stripe.EventBase
    // The type names the object, but TypeScript cannot see that they belong together.
    this.events.push(event as Stripe.Event)
    if (this.#endpoint !== null) this.#send(event, this.#endpoint)
  }

  /** Delivers an event once more, as the dashboard's Resend does. */
  resend(eventId: string): void {
    const event = this.events.find(({ id }) => id === eventId)
    if (event && this.#endpoint) this.#send(event, this.#endpoint)
  }

  /** Replaces the current faults; without arguments there are none. */
  setDeliveryFaults(faults?: Partial<DeliveryFaults>): void {
    this.#delivery.setFaults(faults)
  }

  #send(event: Stripe.EventBase, { url, secret }: WebhookEndpoint): void {
    this.#delivery.send({
      provider: 'stripe',
      retryForMs,
      maxRetryMs,
      makeRequest: () => {
        const body = JSON.stringify(event, null, 2)
        return new Request(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'stripe-signature': toSignature(body, secret, this.#now()),
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          },
          signal: AbortSignal.timeout(timeoutMs),
        })
      },
      onDelivered: () => {
        event.pending_webhooks = 0
      },
    })
  }

  #now(): number {
    return Math.floor(this.#world.clock.now().getTime() / 1000)
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
function toSignature(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
