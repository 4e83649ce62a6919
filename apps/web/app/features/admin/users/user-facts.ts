import type { SubscriptionStatus } from '@doorman/domain/plans/plan'
import { dayMs } from '@doorman/domain/time'

/** Days until the trial ends, rounded up, never below 0; `null` before the first mailbox. */
export function toTrialDays(trialEndDate: string | null, now: Date): number | null {
  if (trialEndDate === null) return null
  return Math.max(0, Math.ceil((new Date(trialEndDate).getTime() - now.getTime()) / dayMs))
}

export const subscriptionLooks: Readonly<
  Record<SubscriptionStatus, { label: string; tone: 'plain' | 'good' | 'attention' | 'danger' }>
> = {
  none: { label: 'None', tone: 'plain' },
  active: { label: 'Active', tone: 'good' },
  trialing: { label: 'Trialing', tone: 'good' },
  past_due: { label: 'Past due', tone: 'attention' },
  unpaid: { label: 'Unpaid', tone: 'danger' },
  paused: { label: 'Paused', tone: 'plain' },
  incomplete: { label: 'Incomplete', tone: 'plain' },
  incomplete_expired: { label: 'Expired', tone: 'plain' },
  canceled: { label: 'Canceled', tone: 'plain' },
}
