import { loadPlanFacts, type UserPlan } from '@doorman/db/queries/plan-facts'
import { toMailboxLimit, toPlan, toTrialDaysLeft, type Plan } from '@doorman/domain/plans/plan'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type BillingInfo = UserPlan & {
  readonly plan: Plan
  readonly trialDaysLeft: number | null
  readonly mailboxLimit: number | null
}

export async function loadBillingInfo(ctx: Context, actor: Actor): Promise<BillingInfo> {
  const facts = await loadPlanFacts(ctx.db, actor.userId)
  const now = ctx.now()
  const plan = toPlan(facts, now)
  return {
    ...facts,
    plan,
    trialDaysLeft: toTrialDaysLeft(facts.trialEndsAt, now),
    mailboxLimit: toMailboxLimit(plan),
  }
}
