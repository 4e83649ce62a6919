import { subscriptionStatuses } from '@doorman/domain/plans/plan'
import { expect, test } from 'vitest'
import { findPlanNotice } from './plan-notice.ts'

const connected = { subscriptionStatus: 'none', connectedAccounts: 1 } as const

test.each([1, 2, 7])('a trial with %i days left is ending soon', (daysLeft) => {
  expect(findPlanNotice({ ...connected, trialDaysLeft: daysLeft })).toEqual({
    kind: 'trial-ending',
    daysLeft,
  })
})

test.each([8, 14])('a trial with %i days left has no notice yet', (trialDaysLeft) => {
  expect(findPlanNotice({ ...connected, trialDaysLeft })).toBeNull()
})

test.each([0, null])(
  'with %s trial days left and an account, the notice is Free Forever',
  (days) => {
    expect(findPlanNotice({ ...connected, trialDaysLeft: days })).toEqual({ kind: 'free-forever' })
    expect(findPlanNotice({ ...connected, trialDaysLeft: days, connectedAccounts: 0 })).toBeNull()
  },
)

test.each(subscriptionStatuses)(
  'a subscription that is %s shows the Free Forever notice unless it is active',
  (subscriptionStatus) => {
    const notice = findPlanNotice({ ...connected, trialDaysLeft: null, subscriptionStatus })
    expect(notice).toEqual(subscriptionStatus === 'active' ? null : { kind: 'free-forever' })
  },
)
