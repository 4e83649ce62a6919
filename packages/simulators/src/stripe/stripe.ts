import type Stripe from 'stripe'
import type { DeliveryFaults } from '../world/push-delivery.ts'
import type { Handler, World } from '../world/world.ts'
import { StripeAccount, type AfterRetries } from './account.ts'
import { handleApi, saveServerError } from './api/handle-api.ts'
import { IdempotentResponses } from './api/idempotency.ts'
import { rateLimited, serverError } from './api/stripe-error.ts'
import { EventLog } from './events.ts'
import {
  makePrice,
  makeProduct,
  type PriceOptions,
  type ProductOptions,
} from './objects/catalog.ts'
import { makePortalConfiguration } from './objects/portal.ts'
import { handlePages } from './pages/handle-pages.ts'
import { restoreSnapshot, takeSnapshot, type StripeSnapshot } from './snapshot.ts'

export type StripeOptions = {
  /** `sk_test_…`, or `sk_live_…` to simulate live mode. */
  readonly secretKey: string
  /** Base URL of the hosted pages without a trailing slash. Default: a host that does not exist. */
  readonly baseUrl?: string
  /** Where events are sent, signed with this secret. Without it, events are only kept. */
  readonly webhook?: { readonly url: string; readonly secret: string }
  /** How events reach the product. */
  readonly fetch?: typeof globalThis.fetch
  readonly merchant?: string
  readonly product?: ProductOptions
  readonly prices?: readonly PriceOptions[]
  /** Default: `cancel`. */
  readonly afterRetries?: AfterRetries
  /** The account as it was when an earlier simulator ended. */
  readonly snapshot?: StripeSnapshot | undefined
}

export type SimulatedStripe = {
  /** Serves the API below `/v1/` and the hosted pages. */
  readonly handle: Handler
  /** Every event so far, oldest first. */
  readonly events: readonly Stripe.Event[]
  /** Drops, delays, duplicates or reorders the events that follow; without arguments, none. */
  setDeliveryFaults(faults?: Partial<DeliveryFaults>): void
  /** Delivers an event once more. */
  resend(eventId: string): void
  takeSnapshot(): StripeSnapshot
}

const defaultProduct: ProductOptions = { id: 'prod_doorman_pro', name: 'Doorman Pro' }

const defaultPrices: readonly PriceOptions[] = [
  { id: 'price_monthly', interval: 'month', amountCents: 900, lookupKey: 'pro_monthly' },
  { id: 'price_yearly', interval: 'year', amountCents: 9000, lookupKey: 'pro_yearly' },
]

/**
 * Simulates Stripe for a product with subscriptions: the API, the hosted Checkout, portal and
 * invoice pages, billing by the world's clock, and signed events.
 */
export function createStripe(
  world: World,
  {
    secretKey,
    baseUrl = 'https://stripe.test',
    webhook,
    fetch = () => Promise.reject(new TypeError('fetch failed')),
    merchant = 'Doorman',
    product = defaultProduct,
    prices = defaultPrices,
    afterRetries = 'cancel',
    snapshot,
  }: StripeOptions,
): SimulatedStripe {
  const isLive = /^[sr]k_live_/.test(secretKey)
  const events = new EventLog(world, { isLive, endpoint: webhook ?? null, fetch })
  const account = new StripeAccount(
    world,
    { name: merchant, baseUrl, isLive, afterRetries },
    events,
  )
  const context = { created: account.now(), livemode: isLive }
  account.products.set(product.id, makeProduct(product, context))
  for (const price of prices) account.prices.set(price.id, makePrice(price, product.id, context))
  const configuration = makePortalConfiguration(account)
  account.portalConfigurations.set(configuration.id, configuration)
  if (snapshot) restoreSnapshot(account, snapshot)
  const api = { account, secretKey, idempotentResponses: new IdempotentResponses(world.clock) }
  const respond: Handler = (request) =>
    new URL(request.url).pathname.startsWith('/v1/')
      ? handleApi(api, request)
      : handlePages(account, request)
  const serve = world.serve('stripe', respond, {
    rateLimit: () => rateLimited().toResponse(),
    serverError: () => serverError().toResponse(),
  })
  return {
    async handle(request) {
      const copy = request.clone()
      const response = await serve(request)
      await saveServerError(api, copy, response)
      return response
    },
    events: events.events,
    setDeliveryFaults: (faults) => events.setDeliveryFaults(faults),
    resend: (eventId) => events.resend(eventId),
    takeSnapshot: () => takeSnapshot(account),
  }
}
