import type { BillingInfo } from '@doorman/contract/billing'
import { expect, test } from 'vitest'
import { describePlan, toOffer } from './describe-plan.ts'

const free: BillingInfo = {
  accountType: 'free',
  subscriptionStatus: 'none',
  subscriptionPlan: null,
  trialDaysLeft: null,
  trialEndDate: null,
  subscriptionEndDate: null,
  cancelDate: null,
  graceEndDate: null,
  canSubscribe: true,
  hasPortal: false,
  emailAddressLimit: 1,
}
const paid: BillingInfo = {
  ...free,
  accountType: 'paid',
  subscriptionStatus: 'active',
  subscriptionPlan: 'yearly',
  subscriptionEndDate: '2027-11-01T12:00:00.000Z',
  trialEndDate: '2026-11-29T13:17:00.000Z',
  hasPortal: true,
  emailAddressLimit: null,
}
const failed: BillingInfo = {
  ...paid,
  subscriptionStatus: 'past_due',
  subscriptionPlan: 'monthly',
  graceEndDate: '2026-12-31T12:00:00.000Z',
}

test('before the first account is connected, the trial is announced', () => {
  expect(describePlan(free)).toEqual({
    status: 'free',
    title: 'You’re on Free Forever',
    text: 'You’re not being charged. Your 14-day Pro trial starts when you connect your first account. No card needed.',
    facts: [],
  })
})

test.each([
  [9, 'You have 9 days of Pro left', 'on November 29, 2026'],
  [2, 'You have 2 days of Pro left', 'on November 29, 2026'],
  [1, 'Your Pro trial ends tomorrow', 'tomorrow'],
  [0, 'Your Pro trial ends today', 'today'],
])('with %s days left, the trial and its end are shown', (trialDaysLeft, title, end) => {
  const trialEndDate = '2026-11-29T13:17:00.000Z'
  expect(
    describePlan({ ...free, accountType: 'trial', trialDaysLeft, trialEndDate }),
  ).toMatchObject({
    status: 'trial',
    title,
    text: `Your free trial includes all of Pro. It ends ${end}. After that you move to Free Forever and keep your data.`,
  })
})

test('after the trial the plan is Free Forever, and no new trial is announced', () => {
  const { status, title, text } = describePlan({
    ...free,
    trialEndDate: '2026-11-01T13:17:00.000Z',
  })
  expect([status, title]).toEqual(['free', 'You’re on Free Forever'])
  expect(text).toBe('You’re not being charged. Your Pro trial has ended.')
})

test('an active subscription shows its price and the next billing date', () => {
  expect(describePlan(paid)).toEqual({
    status: 'active',
    title: 'You’re on Pro',
    text: null,
    facts: [
      ['Plan', 'Pro, $90 per year'],
      ['Next billing date', 'November 1, 2027'],
    ],
  })
})

test('a canceled subscription shows when Pro ends, and no next billing date', () => {
  expect(describePlan({ ...paid, cancelDate: '2027-11-01T12:00:00.000Z' })).toEqual({
    status: 'active',
    title: 'You’re on Pro',
    text: 'You’ve canceled your subscription. Pro stays on until it ends, then you move to Free Forever and keep your data.',
    facts: [
      ['Plan', 'Pro, $90 per year'],
      ['Ends on', 'November 1, 2027'],
    ],
  })
})

test('a failed payment shows what happened and until when Pro stays on', () => {
  expect(describePlan(failed)).toEqual({
    status: 'inactive',
    title: 'Your last payment failed',
    text: 'We couldn’t charge your card. Pro stays on for now, and we’ll try again. Update your card to keep it.',
    facts: [
      ['Plan', 'Pro, $9 per month'],
      ['Pro stays on until', 'December 31, 2026'],
    ],
  })
})

test.each([
  ['past_due', failed.graceEndDate, 'Update your card to get Pro back.'],
  // Stripe no longer tries the card, so a new one would change nothing.
  ['unpaid', null, 'Choose a plan to get Pro back.'],
] as const)(
  'a subscription that stays %s says that Pro is off, and what helps',
  (subscriptionStatus, graceEndDate, help) => {
    const { title, text, facts } = describePlan({
      ...failed,
      accountType: 'free',
      subscriptionStatus,
      graceEndDate,
    })
    expect(title).toBe('Your last payment failed')
    expect(text).toBe(`We couldn’t charge your card, so you’re on Free Forever now. ${help}`)
    expect(facts).toEqual([['Plan', 'Pro, $9 per month']])
  },
)

test('a failed payment is shown during the trial, too', () => {
  expect(describePlan({ ...failed, trialDaysLeft: 3 })).toMatchObject({
    status: 'trial',
    title: 'Your last payment failed',
  })
})

test('a trial that the operator gave shows when billing starts', () => {
  const { status, title, facts } = describePlan({ ...paid, subscriptionStatus: 'trialing' })
  expect([status, title]).toEqual(['active', 'You’re on Pro'])
  expect(facts).toEqual([
    ['Plan', 'Pro, $90 per year'],
    ['First billing date', 'November 1, 2027'],
  ])
})

test.each([
  ['paused', 'Your subscription is paused'],
  ['incomplete', 'Your first payment didn’t go through'],
  ['incomplete_expired', 'Your first payment didn’t go through'],
  ['canceled', 'Your subscription has ended'],
] as const)('a subscription that is %s says so', (subscriptionStatus, title) => {
  const described = describePlan({ ...free, subscriptionStatus, subscriptionPlan: 'monthly' })
  expect(described).toMatchObject({ status: 'inactive', title, facts: [] })
  expect(described.text).toContain('not being charged')
})

test.each([
  ['none', 'choose'],
  ['active', 'manage'],
  ['trialing', 'manage'],
  ['past_due', 'manage'],
  ['unpaid', 'choose'],
  ['paused', 'choose'],
  ['incomplete', 'choose'],
  ['incomplete_expired', 'choose'],
  ['canceled', 'choose'],
] as const)('a subscription that is %s offers to %s a plan', (subscriptionStatus, offer) => {
  expect(toOffer({ ...free, subscriptionStatus, hasPortal: true })).toBe(offer)
})

test('no plan is offered if none is for sale, and no portal to a user who has none', () => {
  expect(toOffer({ ...free, canSubscribe: false })).toBe('not-for-sale')
  expect(toOffer({ ...free, canSubscribe: false, subscriptionStatus: 'canceled' })).toBe(
    'not-for-sale',
  )
  expect(toOffer({ ...paid, hasPortal: false })).toBeNull()
  expect(toOffer({ ...paid, canSubscribe: false })).toBe('manage')
})
