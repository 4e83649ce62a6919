import { loadBillingInfo, type BillingInfo } from '@doorman/contract/billing'
import { isPro } from '@doorman/domain/plans/plan'
import { query } from '../api/query.ts'

/** The plan of the current user. */
export const billingInfo = query(loadBillingInfo, {})

export function hasProAccess({
  accountType,
  subscriptionStatus,
}: Pick<BillingInfo, 'accountType' | 'subscriptionStatus'>): boolean {
  return isPro(accountType) || subscriptionStatus === 'active'
}

/** Whether the first connection will start the trial, which is granted once. */
export function isTrialAhead(
  billing: Pick<BillingInfo, 'accountType' | 'subscriptionStatus' | 'trialEndDate'>,
): boolean {
  return billing.trialEndDate === null && !hasProAccess(billing)
}
