import { plans, subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { findPlanNotice } from './plan-notice.ts'

const connected = {
  accountType: 'free',
  subscriptionStatus: 'none',
  trialDaysLeft: null,
  connectedAccounts: 1,
} as const
const inTrial = { ...connected, accountType: 'trial' } as const

test.each([1, 2, 3, 4, 5, 6, 7])('a trial with %i days left is ending soon', (daysLeft) => {
  expect(findPlanNotice({ ...inTrial, trialDaysLeft: daysLeft })).toEqual({
    kind: 'trial-ending',
    daysLeft,
  })
})

test.each([0, 8, 9, 14])('a trial with %i days left has no notice', (trialDaysLeft) => {
  expect(findPlanNotice({ ...inTrial, trialDaysLeft })).toBeNull()
})

test('without a trial, the notice is Free Forever as soon as an account is connected', () => {
  expect(findPlanNotice(connected)).toEqual({ kind: 'free-forever' })
  expect(findPlanNotice({ ...connected, connectedAccounts: 0 })).toBeNull()
})

test.each(subscriptionStatuses)(
  'a subscription that is %s shows the Free Forever notice unless it is active',
  (subscriptionStatus) => {
    const notice = findPlanNotice({ ...connected, subscriptionStatus })
    expect(notice).toEqual(subscriptionStatus === 'active' ? null : { kind: 'free-forever' })
  },
)

test.each(subscriptionStatuses.filter((status) => status !== 'none'))(
  'a paid plan has no notice, even if its subscription is %s and the trial still runs',
  (subscriptionStatus) => {
    for (const trialDaysLeft of [null, 0, 1, 7, 14]) {
      const paid = { ...connected, accountType: 'paid', subscriptionStatus, trialDaysLeft } as const
      expect(findPlanNotice(paid)).toBeNull()
    }
  },
)

test('numbers that are newer than the plan decide when the trial has ended', () => {
  for (const accountType of plans.filter((plan) => plan !== 'paid'))
    expect(findPlanNotice({ ...connected, accountType })).toEqual({ kind: 'free-forever' })
})
