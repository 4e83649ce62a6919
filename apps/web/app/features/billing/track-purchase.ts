import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { purchaseEvent } from '../../lib/tracking-events.ts'
import { priceCents } from './prices.ts'

/** Reports a purchase to the operator's marketing tools, if the page has any. */
export function trackPurchase(plan: SubscriptionInterval): void {
  const { event, details } = purchaseEvent(priceCents[plan])
  window.gtag?.('event', 'purchase', details)
  window.fbq?.('track', event, details)
}
