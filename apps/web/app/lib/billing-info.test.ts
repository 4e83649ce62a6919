import { plans, subscriptionStatuses } from '@doorman/domain/plan'
import { expect, test } from 'vitest'
import { hasProAccess } from './billing-info.ts'

const all = plans.flatMap((accountType) =>
  subscriptionStatuses.map((subscriptionStatus) => ({ accountType, subscriptionStatus })),
)
const withoutPro = ['none', 'past_due', 'unpaid', 'incomplete', 'canceled']

test.each(all)('185: $accountType with a subscription that is $subscriptionStatus', (billing) => {
  const isFree = billing.accountType === 'free' && withoutPro.includes(billing.subscriptionStatus)
  expect(hasProAccess(billing)).toBe(!isFree)
})
