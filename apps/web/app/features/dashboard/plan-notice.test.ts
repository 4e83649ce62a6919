import { subscriptionStatuses } from '@doorman/domain/plan'
import { expect, test } from 'vitest'
import { findPlanNotice } from './plan-notice.ts'

const connected = { subscriptionStatus: 'none', connectedAccounts: 1 } as const

test.each([1, 2, 7])('143: a trial that ends in %i days is ending soon', (daysLeft) => {
  expect(findPlanNotice({ ...connected, trialDaysLeft: daysLeft })).toEqual({
    kind: 'trial-ending',
    daysLeft,
  })
})

test.each([8, 14])('143: a trial with %i days left is not worth a word yet', (trialDaysLeft) => {
  expect(findPlanNotice({ ...connected, trialDaysLeft })).toBeNull()
})

test.each([0, null])('144: with %s trial days left and an account, it is Free Forever', (days) => {
  expect(findPlanNotice({ ...connected, trialDaysLeft: days })).toEqual({ kind: 'free-forever' })
  expect(findPlanNotice({ ...connected, trialDaysLeft: days, connectedAccounts: 0 })).toBeNull()
})

test.each(subscriptionStatuses)('144: a subscription that is %s', (subscriptionStatus) => {
  const notice = findPlanNotice({ ...connected, trialDaysLeft: null, subscriptionStatus })
  expect(notice).toEqual(subscriptionStatus === 'active' ? null : { kind: 'free-forever' })
})
