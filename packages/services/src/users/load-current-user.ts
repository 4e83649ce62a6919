import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { toTrialDaysLeft, type SubscriptionStatus } from '@doorman/domain/plans/plan'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type CurrentUser = typeof users.$inferSelect & {
  readonly subscriptionStatus: SubscriptionStatus
  readonly trialDaysLeft: number | null
}

export async function loadCurrentUser(ctx: Context, actor: Actor): Promise<CurrentUser> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.userId))
  if (!user) throw new AppError('unauthenticated', 'Please sign in.')
  const { subscriptionStatus } = await loadPlanFacts(ctx.db, actor.userId)
  const trialDaysLeft = toTrialDaysLeft(user.trialEndsAt, ctx.now())
  return { ...user, subscriptionStatus, trialDaysLeft }
}
