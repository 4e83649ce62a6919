import type Stripe from 'stripe'
import type { StripeAccount } from '../account.ts'
import { itemOf } from '../objects/subscription.ts'
import { planNextStep } from './life-cycle.ts'

/**
 * Cancels at the end of the period, or takes that back. The API says so in both fields. The portal
 * only sets `cancel_at`, as subscriptions have the flexible billing mode
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function cancelAtPeriodEnd(
  account: StripeAccount,
  subscription: Stripe.Subscription,
  { isCanceled, by }: { readonly isCanceled: boolean; readonly by: 'api' | 'portal' },
): void {
  account.change(
    subscription,
    {
      cancel_at_period_end: isCanceled && by === 'api',
      cancel_at: isCanceled ? itemOf(subscription).current_period_end : null,
      canceled_at: isCanceled ? account.now() : null,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: isCanceled ? 'cancellation_requested' : null,
      },
    },
    'customer.subscription.updated',
  )
  planNextStep(account, subscription)
}
