import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { toTrialDaysLeft, type SubscriptionStatus } from '@doorman/domain/plans/plan'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { hasGivenSecondFactor } from './session-proofs.ts'

export type CurrentUser = typeof users.$inferSelect & {
  readonly subscriptionStatus: SubscriptionStatus
  readonly trialDaysLeft: number | null
  /** False while another admin views the app as this user: a view gives no admin rights. */
  readonly isAdmin: boolean
  readonly needsSecondFactor: boolean
}

export async function loadCurrentUser(ctx: Context, actor: Actor): Promise<CurrentUser> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.userId))
  if (!user) throw new AppError('unauthenticated', 'Please sign in.')
  const { subscriptionStatus } = await loadPlanFacts(ctx.db, actor.userId)
  const trialDaysLeft = toTrialDaysLeft(user.trialEndsAt, ctx.now())
  const isAdmin = user.role === 'admin' && actor.viewerId === undefined
  const needsSecondFactor =
    isAdmin && ctx.adminsNeedSecondFactor && !(await hasGivenSecondFactor(ctx, actor))
  return { ...user, subscriptionStatus, trialDaysLeft, isAdmin, needsSecondFactor }
}
