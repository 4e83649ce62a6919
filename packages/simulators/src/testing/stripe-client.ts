import Stripe from 'stripe'
import { createStripe, type SimulatedStripe, type StripeOptions } from '../stripe/stripe.ts'
import { VirtualClock } from '../world/clock.ts'
import { createWorld, type Handler, type World } from '../world/world.ts'

/** Stripe's official client, connected to the simulator. */
export type TestStripe = SimulatedStripe & {
  readonly world: World
  readonly client: Stripe
}

export const secretKey = 'sk_test_secret'
export const webhook = { url: 'http://product.test/api/webhooks/stripe', secret: 'whsec_secret' }

/** The numbers of Stripe's test cards. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002760003184',
  challengedOnce: '4000002500003155',
  failsAtRenewal: '4000000000000341',
  noMoney: '4000000000009995',
}

/** Events are sent to `webhook` if there is a `fetch`. */
export function makeStripe({
  start = new Date('2026-11-15T12:00:00Z'),
  ...options
}: Partial<StripeOptions> & { readonly start?: Date } = {}): TestStripe {
  const world = createWorld({ clock: new VirtualClock(start) })
  const stripe = createStripe(world, { secretKey, ...(options.fetch && { webhook }), ...options })
  return { ...stripe, world, client: connectStripe(stripe.handle, secretKey) }
}

/** The official client, whose requests go to the simulator in process. */
export function connectStripe(handle: Handler, key: string): Stripe {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    if (host !== 'api.stripe.com') throw new Error(`No host ${host} in this test`)
    return handle(request)
  }
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/**
 * Sends a form of a hosted page, such as `{ card: cards.pays }` to a Checkout page. Returns the URL
 * that the browser is redirected to.
 */
export async function submit(
  handle: Handler,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams(fields)
  const response = await handle(new Request(url, { method: 'POST', body }))
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${url} answered ${response.status} without a redirect`)
  return location
}

/** What `buy` made. */
export type Purchase = {
  readonly customerId: string
  readonly sessionId: string
  readonly subscriptionId: string
}

/** A new customer subscribes in Checkout. */
export async function buy(
  { client, handle }: Pick<TestStripe, 'client' | 'handle'>,
  { card = cards.pays, price = 'price_monthly' }: { card?: string; price?: string } = {},
): Promise<Purchase> {
  const customer = await client.customers.create({ email: 'ann@example.com' })
  const session = await client.checkout.sessions.create(toCheckout(customer.id, price))
  await submit(handle, session.url ?? '', { card })
  const { subscription } = await client.checkout.sessions.retrieve(session.id)
  if (typeof subscription !== 'string') throw new Error('The card was not accepted')
  return { customerId: customer.id, sessionId: session.id, subscriptionId: subscription }
}

export function toCheckout(
  customer: string,
  price = 'price_monthly',
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://product.test/billing?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://product.test/billing?canceled',
  }
}
