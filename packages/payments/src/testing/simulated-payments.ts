import { cards, makeStripe, secretKey, submit } from '@doorman/simulators/testing/stripe-client'
import type { Payments } from '../payments.ts'
import { createStripePayments } from '../stripe/stripe-payments.ts'

export { cards }

/** An event as Stripe posts it. */
export type SignedEvent = { readonly body: string; readonly signature: string }

export type SimulatedPayments = {
  readonly payments: Payments
  readonly stripe: ReturnType<typeof makeStripe>
  /** Sends the form of a page that Stripe hosts. Returns the address that the browser goes to. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<string>
  /** Pays on a checkout page. */
  pay(url: string, card?: string): Promise<string>
  /** Signs an event of which the simulator knows nothing. */
  sign(event: object): SignedEvent
  /** The events since the last call, oldest first, signed now. */
  takeEvents(): readonly SignedEvent[]
}

const webhookSecret = 'whsec_simulated'

/** The real adapter with a simulated Stripe, whose clock starts at `start`. */
export function simulatePayments(start: Date): SimulatedPayments {
  const stripe = makeStripe({ start })
  const now = () => stripe.world.clock.now()
  let taken = 0

  function sign(event: object): SignedEvent {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(now().getTime() / 1000)
    const options = { payload, secret: webhookSecret, timestamp }
    return { body: payload, signature: stripe.client.webhooks.generateTestHeaderString(options) }
  }

  return {
    stripe,
    payments: createStripePayments({
      secretKey,
      webhookSecrets: [webhookSecret],
      prices: { monthly: 'price_monthly', yearly: 'price_yearly' },
      apiUrl: 'https://api.stripe.com',
      fetch: async (input, init) => stripe.handle(new Request(input, init)),
      now,
    }),
    submit: (url, fields) => submit(stripe.handle, url, fields),
    pay: (url, card = cards.pays) => submit(stripe.handle, url, { card }),
    sign,
    takeEvents() {
      const events = stripe.events.slice(taken)
      taken = stripe.events.length
      return events.map(sign)
    },
  }
}
