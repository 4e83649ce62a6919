import type { SubscriptionStatus } from './plan.ts'

/** What the billing page calls the state of a user's plan. */
export type BillingStatus = 'active' | 'trial' | 'free' | 'inactive'

/**
 * `inactive`: there is or was a subscription, but it is not active now. A trial that an operator
 * gave in Stripe's dashboard counts as active.
 */
export function toBillingStatus({
  subscriptionStatus,
  trialDaysLeft,
}: {
  readonly subscriptionStatus: SubscriptionStatus
  /** `null` outside a trial; 0 on its last day. */
  readonly trialDaysLeft: number | null
}): BillingStatus {
  if (subscriptionStatus === 'active' || subscriptionStatus === 'trialing') return 'active'
  if (trialDaysLeft !== null) return 'trial'
  return subscriptionStatus === 'none' ? 'free' : 'inactive'
}
