import type { DashboardStats } from '@doorman/contract/dashboard'

type Facts = Pick<DashboardStats, 'trialDaysLeft' | 'subscriptionStatus' | 'connectedAccounts'>

export type PlanNotice =
  | { readonly kind: 'trial-ending'; readonly daysLeft: number }
  | { readonly kind: 'free-forever' }

const endingSoonDays = 7

/** The dashboard's notice about the plan, at most one. */
export function findPlanNotice({
  trialDaysLeft,
  subscriptionStatus,
  connectedAccounts,
}: Facts): PlanNotice | null {
  if (subscriptionStatus === 'active') return null
  if (trialDaysLeft !== null && trialDaysLeft > 0)
    return trialDaysLeft <= endingSoonDays
      ? { kind: 'trial-ending', daysLeft: trialDaysLeft }
      : null
  return connectedAccounts > 0 ? { kind: 'free-forever' } : null
}
