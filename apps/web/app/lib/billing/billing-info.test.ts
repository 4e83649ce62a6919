import { plans, subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { hasProAccess, isTrialAhead } from './billing-info.ts'

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

test.each([
  ['free', 'none', null, true],
  ['free', 'none', '2026-11-17T12:00:00Z', false],
  ['free', 'active', null, false],
  ['paid', 'active', null, false],
] as const)(
  'the trial is ahead of %s, %s, with a trial that ends at %s: %s',
  (accountType, subscriptionStatus, trialEndDate, expected) => {
    expect(isTrialAhead({ accountType, subscriptionStatus, trialEndDate })).toBe(expected)
  },
)
