import { plans, subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { hasProAccess } from './billing-info.ts'

const all = plans.flatMap((accountType) =>
  subscriptionStatuses.map((subscriptionStatus) => ({ accountType, subscriptionStatus })),
)

test.each(all)(
  'only free accounts without an active subscription lack Pro: $accountType, $subscriptionStatus',
  (billing) => {
    const isFree = billing.accountType === 'free' && billing.subscriptionStatus !== 'active'
    expect(hasProAccess(billing)).toBe(!isFree)
  },
)
