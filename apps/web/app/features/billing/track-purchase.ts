import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { priceCents } from './prices.ts'

/** Reports a purchase to the operator's marketing tools, if the page has any. */
export function trackPurchase(plan: SubscriptionInterval): void {
  const details = { value: priceCents[plan] / 100, currency: 'USD' }
  window.gtag?.('event', 'purchase', details)
  window.fbq?.('track', 'Purchase', details)
}
