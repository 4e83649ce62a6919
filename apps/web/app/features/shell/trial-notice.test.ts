import { hourMs } from '@doorman/domain/time'
import { expect, test } from 'vitest'
import { findTrialNotice } from './trial-notice.ts'

const now = new Date('2026-11-15T12:00:00.000Z')
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString()
const trialing = { trialEndDate: hoursFromNow(24), subscriptionStatus: 'none' } as const

test.each([
  [-23, 'Pro trial ends today'],
  [0, 'Pro trial ends today'],
  [5, 'Pro trial ends tomorrow'],
  [24, 'Pro trial ends tomorrow'],
  [25, '2 days of Pro features left'],
  [14 * 24, '14 days of Pro features left'],
])('%i hours before the trial ends, the notice is %s', (hours, notice) => {
  expect(findTrialNotice({ ...trialing, trialEndDate: hoursFromNow(hours) }, now)).toBe(notice)
})

test.each([
  ['no trial', { trialEndDate: null }],
  ['a trial that is over', { trialEndDate: hoursFromNow(-24) }],
  ['a subscription', { subscriptionStatus: 'active' }],
] as const)('with %s there is no notice', (_case, change) => {
  expect(findTrialNotice({ ...trialing, ...change }, now)).toBeNull()
})

test('a subscription that is not active does not hide the notice', () => {
  expect(findTrialNotice({ ...trialing, subscriptionStatus: 'past_due' }, now)).not.toBeNull()
})
