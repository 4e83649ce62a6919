import { expect, test } from 'vitest'
import { toBillingStatus, type BillingStatus } from './billing-status.ts'
import { subscriptionStatuses, type SubscriptionStatus } from './plan.ts'

/** The expected status by the days left of the trial; `null` is outside a trial. */
const expected: Record<SubscriptionStatus, readonly (readonly [number | null, BillingStatus])[]> = {
  none: [
    [null, 'free'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  active: [
    [null, 'active'],
    [0, 'active'],
    [1, 'active'],
    [14, 'active'],
  ],
  trialing: [
    [null, 'active'],
    [0, 'active'],
    [1, 'active'],
    [14, 'active'],
  ],
  past_due: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  unpaid: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  paused: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  incomplete: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  incomplete_expired: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
  canceled: [
    [null, 'inactive'],
    [0, 'trial'],
    [1, 'trial'],
    [14, 'trial'],
  ],
}

const cases = subscriptionStatuses.flatMap((subscriptionStatus) =>
  expected[subscriptionStatus].map(([trialDaysLeft, status]) => ({
    subscriptionStatus,
    trialDaysLeft,
    status,
  })),
)

test.each(cases)(
  'a subscription that is $subscriptionStatus with $trialDaysLeft trial days left is shown as $status',
  ({ subscriptionStatus, trialDaysLeft, status }) => {
    expect(toBillingStatus({ subscriptionStatus, trialDaysLeft })).toBe(status)
  },
)
