import { loadPlanFacts, type UserPlan } from '@doorman/db/queries/plan-facts'
import { hasSubscription } from '@doorman/domain/plans/choose-subscription'
import {
  toGraceEnd,
  toMailboxLimit,
  toPlan,
  toTrialDaysLeft,
  type Plan,
} from '@doorman/domain/plans/plan'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findCustomer } from './customers.ts'

export type BillingInfo = UserPlan & {
  readonly plan: Plan
  readonly trialDaysLeft: number | null
  readonly graceEndsAt: Date | null
  readonly canSubscribe: boolean
  readonly hasPortal: boolean
  readonly mailboxLimit: number | null
}

export async function loadBillingInfo(ctx: Context, actor: Actor): Promise<BillingInfo> {
  const facts = await loadPlanFacts(ctx.db, actor.userId)
  const now = ctx.now()
  const plan = toPlan(facts, now)
  const canSubscribe = ctx.payments !== null
  return {
    ...facts,
    cancelsAt: hasSubscription(facts.subscriptionStatus) ? facts.cancelsAt : null,
    plan,
    trialDaysLeft: toTrialDaysLeft(facts.trialEndsAt, now),
    graceEndsAt: toGraceEnd(facts),
    canSubscribe,
    hasPortal: canSubscribe && (await findCustomer(ctx.db, actor.userId)) !== null,
    mailboxLimit: toMailboxLimit(plan),
  }
}
