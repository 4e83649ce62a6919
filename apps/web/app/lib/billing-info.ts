import { loadBillingInfo, type BillingInfo } from '@doorman/contract/billing'
import { isPro } from '@doorman/domain/plan'
import { query } from './query.ts'

/** The plan of whoever is signed in. */
export const billingInfo = query(loadBillingInfo, {})

export function hasProAccess({
  accountType,
  subscriptionStatus,
}: Pick<BillingInfo, 'accountType' | 'subscriptionStatus'>): boolean {
  return isPro(accountType) || subscriptionStatus === 'active'
}
