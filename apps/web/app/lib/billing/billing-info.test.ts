import { plans, subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { hasProAccess } from './billing-info.ts'

const all = plans.flatMap((accountType) =>
  subscriptionStatuses.map((subscriptionStatus) => ({ accountType, subscriptionStatus })),
)
const withoutPro = ['none', 'past_due', 'unpaid', 'incomplete', 'canceled']

test.each(all)(
  'only free accounts without a running subscription lack Pro: $accountType, $subscriptionStatus',
  (billing) => {
    const isFree = billing.accountType === 'free' && withoutPro.includes(billing.subscriptionStatus)
    expect(hasProAccess(billing)).toBe(!isFree)
  },
)
