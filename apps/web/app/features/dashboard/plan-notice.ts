import type { DashboardStats } from '@doorman/contract/dashboard'

type Facts = Pick<DashboardStats, 'trialDaysLeft' | 'subscriptionStatus' | 'connectedAccounts'>

export type PlanNotice =
  | { readonly kind: 'trial-ending'; readonly daysLeft: number }
  | { readonly kind: 'free-forever' }

const soonDays = 7

/** What the dashboard says about the plan: one thing, or nothing. */
export function findPlanNotice({
  trialDaysLeft,
  subscriptionStatus,
  connectedAccounts,
}: Facts): PlanNotice | null {
  if (subscriptionStatus === 'active') return null
  if (trialDaysLeft !== null && trialDaysLeft > 0)
    return trialDaysLeft <= soonDays ? { kind: 'trial-ending', daysLeft: trialDaysLeft } : null
  return connectedAccounts > 0 ? { kind: 'free-forever' } : null
}
