import type { SubscriptionInterval } from '@doorman/domain/plans/plan'

/** As 'Pro, monthly'. A payment without a subscription is for Pro, too. */
export function toPlanName(plan: SubscriptionInterval | null): string {
  return plan === null ? 'Pro' : `Pro, ${plan}`
}
