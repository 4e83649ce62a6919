import { dayMs } from '../time.ts'
import { addGrace, toPlan, type PlanFacts } from './plan.ts'

export type PlanEndFacts = PlanFacts & {
  /** When the subscription ends or ended, if the user has cancelled it. */
  readonly cancelsAt: Date | null
}

export type PlanEnd = { readonly ended: 'trial' | 'subscription'; readonly at: Date }

/**
 * How a user lost Pro, and when; `null` for users who have Pro or never had it. If trial and
 * subscription are both over, the later end counts.
 */
export function findPlanEnd(facts: PlanEndFacts, now: Date): PlanEnd | null {
  if (toPlan(facts, now) !== 'free') return null
  const trial = facts.trialEndsAt && toLastMoment(facts.trialEndsAt)
  const subscription = findSubscriptionEnd(facts)
  if (subscription && (!trial || trial <= subscription))
    return { ended: 'subscription', at: subscription }
  return trial && { ended: 'trial', at: trial }
}

/** The last day of a trial counts in full. */
function toLastMoment(trialEndsAt: Date): Date {
  return new Date(trialEndsAt.getTime() + dayMs)
}

function findSubscriptionEnd(facts: PlanEndFacts): Date | null {
  switch (facts.subscriptionStatus) {
    case 'canceled':
    // A trial that an operator gave is over, and Stripe has no card to charge.
    case 'paused':
      return facts.cancelsAt ?? facts.subscriptionEndsAt
    // Stripe does not say when it gave up collecting. The end of the grace period is the latest time.
    case 'past_due':
    case 'unpaid':
      return facts.periodStartsAt && addGrace(facts.periodStartsAt)
    // Pro stayed on for this long, in case we hear late of a renewal.
    case 'active':
    case 'trialing':
      return facts.subscriptionEndsAt && addGrace(facts.subscriptionEndsAt)
    default:
      return null
  }
}
