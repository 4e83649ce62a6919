/** Prices, limits and numbers that also stand in what people read. */
export const pricePerMonthCents = 900
export const pricePerYearCents = 9_000
export const trialDays = 14
export const minimumAge = 18

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
