import type { BillingInfo } from '@doorman/contract/billing'
import type { DashboardStats } from '@doorman/contract/dashboard'

type Facts = Pick<DashboardStats, 'trialDaysLeft' | 'subscriptionStatus' | 'connectedAccounts'> &
  Pick<BillingInfo, 'accountType'>

export type PlanNotice =
  | { readonly kind: 'trial-ending'; readonly daysLeft: number }
  | { readonly kind: 'free-forever' }

const endingSoonDays = 7

/**
 * The dashboard's notice about the plan, at most one. On the last day of a trial there is none: the
 * shell says that the trial ends today.
 */
export function findPlanNotice({
  accountType,
  trialDaysLeft,
  subscriptionStatus,
  connectedAccounts,
}: Facts): PlanNotice | null {
  // Paid without an active subscription: a payment failed, and Pro stays on for some days.
  if (subscriptionStatus === 'active' || accountType === 'paid') return null
  if (trialDaysLeft === null) return connectedAccounts > 0 ? { kind: 'free-forever' } : null
  const isEndingSoon = trialDaysLeft > 0 && trialDaysLeft <= endingSoonDays
  return isEndingSoon ? { kind: 'trial-ending', daysLeft: trialDaysLeft } : null
}
