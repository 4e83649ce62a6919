import type { CurrentUser } from '@doorman/contract/auth'
import { toTrialDaysLeft } from '@doorman/domain/plans/plan'
import { text } from '../../lib/text.ts'

type TrialFacts = Pick<CurrentUser, 'trialEndDate' | 'subscriptionStatus'> &
  Partial<Pick<CurrentUser, 'trialDaysLeft'>>

/** How long the trial still lasts; `null` without a trial or with an active subscription. */
export function findTrialNotice(user: TrialFacts): string | null {
  const daysLeft = findDaysLeft(user)
  if (daysLeft === null || user.subscriptionStatus === 'active') return null
  if (daysLeft === 0) return text.trialNotice.today
  return daysLeft === 1 ? text.trialNotice.tomorrow : text.trialNotice.later(daysLeft)
}

/**
 * The server counts the days, so that every screen agrees. During an update, a process of the
 * previous version may answer without them, and the browser's clock has to do.
 */
function findDaysLeft({ trialEndDate, trialDaysLeft }: TrialFacts): number | null {
  if (trialDaysLeft !== undefined || trialEndDate === null) return trialDaysLeft ?? null
  return toTrialDaysLeft(new Date(trialEndDate), new Date())
}
