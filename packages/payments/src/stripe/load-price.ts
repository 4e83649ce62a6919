import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { createStripeClient, type StripeConnection } from './stripe-client.ts'
import { callStripe, requireObject } from './stripe-failure.ts'
import { toInterval } from './to-subscription.ts'

/** What a price at Stripe charges. */
export type StripePrice = {
  readonly isActive: boolean
  /** `null` unless it recurs every month or every year. */
  readonly interval: SubscriptionInterval | null
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
    return {
      isActive: price.active,
      interval: toInterval(price.recurring),
      amountCents: price.unit_amount,
      currency: price.currency,
    }
  })
}
