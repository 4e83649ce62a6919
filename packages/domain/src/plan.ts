/** Where a subscription stands, in Stripe's words; `none` when there has never been one. */
export const subscriptionStatuses = [
  'none',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
