import { expect, test } from 'vitest'
import { toBillingStatus, type BillingStatus } from './billing-status.ts'
import { subscriptionStatuses, type SubscriptionStatus } from './plan.ts'

/** The status outside a trial. During a trial it is `trial`, unless the subscription is active. */
const withoutTrial: Record<SubscriptionStatus, BillingStatus> = {
  none: 'free',
  active: 'active',
  trialing: 'active',
  past_due: 'inactive',
  unpaid: 'inactive',
  paused: 'inactive',
  incomplete: 'inactive',
  incomplete_expired: 'inactive',
  canceled: 'inactive',
}

const cases = subscriptionStatuses.flatMap((subscriptionStatus) =>
  [null, 0, 1, 7, 14].map((trialDaysLeft) => ({
    subscriptionStatus,
    trialDaysLeft,
    status:
      trialDaysLeft === null || withoutTrial[subscriptionStatus] === 'active'
        ? withoutTrial[subscriptionStatus]
        : 'trial',
  })),
)

test.each(cases)(
  'a subscription that is $subscriptionStatus with $trialDaysLeft trial days left is shown as $status',
  ({ subscriptionStatus, trialDaysLeft, status }) => {
    expect(toBillingStatus({ subscriptionStatus, trialDaysLeft })).toBe(status)
  },
)
