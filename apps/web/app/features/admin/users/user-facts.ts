import type { AdminUser } from '@doorman/contract/admin-users'
import type { SubscriptionStatus } from '@doorman/domain/plans/plan'
import { dayMs } from '@doorman/domain/time'
import { formatDays } from '../../../lib/format.ts'

/** Days until the trial ends, rounded up, never below 0; `null` before the first mailbox. */
export function toTrialDays(trialEndDate: string | null, now: Date): number | null {
  if (trialEndDate === null) return null
  return Math.max(0, Math.ceil((new Date(trialEndDate).getTime() - now.getTime()) / dayMs))
}

/** The trial in words that need no heading. */
export function describeTrial(
  { trialEndDate }: Pick<AdminUser, 'trialEndDate'>,
  now: Date,
): string {
  const days = toTrialDays(trialEndDate, now)
  if (days === null) return 'No trial yet'
  return days === 0 ? 'Trial over' : `Trial: ${formatDays(days)} left`
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
