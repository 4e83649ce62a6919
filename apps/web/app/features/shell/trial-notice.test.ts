import { toTrialDaysLeft } from '@doorman/domain/plans/plan'
import { hourMs } from '@doorman/domain/time'
import { expect, test } from 'vitest'
import { findTrialNotice } from './trial-notice.ts'

const now = new Date('2026-11-15T12:00:00.000Z')
/** In a trial that ends so many hours from now. */
const inTrial = (hours: number) => {
  const endsAt = new Date(now.getTime() + hours * hourMs)
  return {
    trialEndDate: endsAt.toISOString(),
    trialDaysLeft: toTrialDaysLeft(endsAt, now),
    subscriptionStatus: 'none',
  } as const
}

test.each([
  [-23, 'Pro trial ends today'],
  [0, 'Pro trial ends today'],
  [5, 'Pro trial ends tomorrow'],
  [24, 'Pro trial ends tomorrow'],
  [25, '2 days of Pro features left'],
  [14 * 24, '14 days of Pro features left'],
])('%i hours before the trial ends, the notice is %s', (hours, notice) => {
  expect(findTrialNotice(inTrial(hours))).toBe(notice)
})

test.each([
  ['no trial', { ...inTrial(24), trialDaysLeft: null }],
  ['a trial that is over', inTrial(-24)],
  ['a subscription', { ...inTrial(24), subscriptionStatus: 'active' }],
] as const)('with %s there is no notice', (_case, user) => {
  expect(findTrialNotice(user)).toBeNull()
})

test('a subscription that is not active does not hide the notice', () => {
  expect(findTrialNotice({ ...inTrial(24), subscriptionStatus: 'past_due' })).not.toBeNull()
})

test('without the server’s count, the days are counted to the end date', () => {
  const trialEndDate = new Date(Date.now() + 50 * hourMs).toISOString()
  const user = { trialEndDate, subscriptionStatus: 'none' } as const
  expect(findTrialNotice(user)).toBe('3 days of Pro features left')
  expect(findTrialNotice({ ...user, trialEndDate: null })).toBeNull()
})
