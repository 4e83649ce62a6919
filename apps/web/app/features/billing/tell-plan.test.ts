import type { BillingInfo } from '@doorman/contract/billing'
import { subscriptionStatuses } from '@doorman/domain/plan'
import { expect, test } from 'vitest'
import { tellPlan } from './tell-plan.ts'

const tell = (changes: Partial<BillingInfo>) =>
  tellPlan({
    accountType: 'free',
    subscriptionStatus: 'none',
    subscriptionPlan: null,
    trialDaysLeft: null,
    trialEndDate: null,
    subscriptionEndDate: null,
    emailAddressLimit: 1,
    ...changes,
  })

test('A-13: before the first account is connected, the trial is still to come', () => {
  expect(tell({})).toEqual({
    title: 'You are on Free Forever',
    text: 'You pay nothing. Your 14-day Pro trial starts when you connect your first account, and needs no card.',
  })
})

test.each([
  [9, 'You have 9 days of Pro left'],
  [1, 'You have 1 day of Pro left'],
  [0, 'Your Pro trial ends today'],
])('209: with %s days left the trial is running, and says until when', (trialDaysLeft, title) => {
  const trialEndDate = '2026-11-29T13:17:00.000Z'
  const told = tell({ accountType: 'trial', trialDaysLeft, trialEndDate })
  expect(told.title).toBe(title)
  expect(told.text).toContain('until November 29, 2026')
  expect(told.text).not.toContain('starts')
})

test('210: after the trial it is Free Forever, and the trial does not start again', () => {
  const { title, text } = tell({ trialEndDate: '2026-11-01T13:17:00.000Z' })
  expect(title).toBe('You are on Free Forever')
  expect(text).toContain('ended on November 1, 2026')
  expect(text).not.toContain('starts')
})

test('208: a subscription tells its plan and when it is billed next', () => {
  const subscription = {
    accountType: 'paid',
    subscriptionStatus: 'active',
    subscriptionPlan: 'yearly',
    subscriptionEndDate: '2027-11-01T00:00:00.000Z',
  } as const
  expect(tell({ ...subscription, trialEndDate: '2026-11-29T13:17:00.000Z' })).toEqual({
    title: 'You have Pro',
    text: 'You pay $90 per year. The next billing date is November 1, 2027.',
  })
  expect(tell({ ...subscription, subscriptionPlan: null, subscriptionEndDate: null }).title).toBe(
    'You have Pro',
  )
})

test.each(subscriptionStatuses.filter((status) => status !== 'none' && status !== 'active'))(
  '211: a subscription that is %s is inactive',
  (subscriptionStatus) => {
    expect(tell({ subscriptionStatus }).title).toBe('Your subscription is inactive')
  },
)
