import type { BillingInfo } from '@doorman/contract/billing'
import { subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { describePlan } from './describe-plan.ts'

const describe = (changes: Partial<BillingInfo>) =>
  describePlan({
    accountType: 'free',
    subscriptionStatus: 'none',
    subscriptionPlan: null,
    trialDaysLeft: null,
    trialEndDate: null,
    subscriptionEndDate: null,
    emailAddressLimit: 1,
    ...changes,
  })

test('before the first account is connected, the trial is announced', () => {
  expect(describe({})).toEqual({
    title: 'You’re on Free Forever',
    text: 'You’re not being charged. Your 14-day Pro trial starts when you connect your first account. No card needed.',
  })
})

test.each([
  [9, 'You have 9 days of Pro left'],
  [1, 'You have 1 day of Pro left'],
  [0, 'Your Pro trial ends today'],
])('with %s days left, the trial and its end date are shown', (trialDaysLeft, title) => {
  const trialEndDate = '2026-11-29T13:17:00.000Z'
  const { title: shown, text } = describe({ accountType: 'trial', trialDaysLeft, trialEndDate })
  expect(shown).toBe(title)
  expect(text).toContain('until November 29, 2026')
  expect(text).not.toContain('starts')
})

test('after the trial the plan is Free Forever, and no new trial is announced', () => {
  const { title, text } = describe({ trialEndDate: '2026-11-01T13:17:00.000Z' })
  expect(title).toBe('You’re on Free Forever')
  expect(text).toContain('ended on November 1, 2026')
  expect(text).not.toContain('starts')
})

test('a subscription shows its price and the next billing date', () => {
  const subscription = {
    accountType: 'paid',
    subscriptionStatus: 'active',
    subscriptionPlan: 'yearly',
    subscriptionEndDate: '2027-11-01T00:00:00.000Z',
  } as const
  expect(describe({ ...subscription, trialEndDate: '2026-11-29T13:17:00.000Z' })).toEqual({
    title: 'You’re on Pro',
    text: 'You pay $90 per year. Next billing date: November 1, 2027.',
  })
  expect(
    describe({ ...subscription, subscriptionPlan: null, subscriptionEndDate: null }).title,
  ).toBe('You’re on Pro')
})

test.each(subscriptionStatuses.filter((status) => status !== 'none' && status !== 'active'))(
  'a subscription that is %s is shown as inactive',
  (subscriptionStatus) => {
    expect(describe({ subscriptionStatus }).title).toBe('Your subscription is inactive')
  },
)
