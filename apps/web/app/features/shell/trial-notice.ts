import type { CurrentUser } from '@doorman/contract/auth'
import { toTrialDaysLeft } from '@doorman/domain/plans/plan'
import { text } from '../../lib/text.ts'

/** How long the trial still lasts; `null` without a trial or with an active subscription. */
export function findTrialNotice(
  { trialEndDate, subscriptionStatus }: Pick<CurrentUser, 'trialEndDate' | 'subscriptionStatus'>,
  now: Date,
): string | null {
  if (trialEndDate === null || subscriptionStatus === 'active') return null
  const daysLeft = toTrialDaysLeft(new Date(trialEndDate), now)
  if (daysLeft === null) return null
  if (daysLeft === 0) return text.trialNotice.today
  return daysLeft === 1 ? text.trialNotice.tomorrow : text.trialNotice.later(daysLeft)
}
