import { createStripeClient, type StripeConnection } from './stripe-client.ts'
import { callStripe, requireObject } from './stripe-failure.ts'

/** What a price at Stripe charges. */
export type StripePrice = {
  readonly isActive: boolean
  /** `null` if it does not recur, or not every month or year. */
  readonly interval: 'monthly' | 'yearly' | null
  /** `null` for a price in tiers. */
  readonly amountCents: number | null
  /** ISO 4217 in lower case, such as `usd`. */
  readonly currency: string
}

/** Loads a price, to check the settings. Throws only `PaymentError`. */
export async function loadPrice(connection: StripeConnection, id: string): Promise<StripePrice> {
  return callStripe(async () => {
    const found = await createStripeClient(connection).prices.retrieve(id)
    const price = requireObject(found, 'price')
    const isEach = price.recurring?.interval_count === 1
    return {
      isActive: price.active,
      interval: (isEach && intervals.get(price.recurring?.interval)) || null,
      amountCents: price.unit_amount,
      currency: price.currency,
    }
  })
}

const intervals = new Map<string | undefined, 'monthly' | 'yearly'>([
  ['month', 'monthly'],
  ['year', 'yearly'],
])
