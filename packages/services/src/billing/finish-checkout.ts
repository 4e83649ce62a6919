import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { checkouts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { toPlan, type SubscriptionInterval } from '@doorman/domain/plans/plan'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { syncSubscriptionJob } from '../ports/jobs.ts'
import { requirePayments, whileUserWaits } from './payment-failure.ts'
import { syncSubscription } from './sync-subscription.ts'

export type CheckoutResult = {
  readonly isActive: boolean
  /** The plan that was bought. Only the first call for a paid checkout returns it. */
  readonly purchase: SubscriptionInterval | null
}

/**
 * Applies the result of a checkout when the browser returns from it. The webhook event may come
 * before, later or not at all.
 */
export async function finishCheckout(
  ctx: Context,
  { userId }: Actor,
  { checkoutId }: { readonly checkoutId: string },
): Promise<CheckoutResult> {
  const payments = requirePayments(ctx)
  await ctx.limits.count('billing-user', userId)
  const isOwn = and(eq(checkouts.providerSessionId, checkoutId), eq(checkouts.userId, userId))
  if ((await ctx.db.$count(checkouts, isOwn)) === 0)
    throw new AppError('not-found', 'This checkout doesn’t exist.')
  const finish = async () => {
    // Before the sync: once the checkout is paid, its subscription exists.
    const { isPaid } = await payments.loadCheckout(checkoutId)
    await syncSubscription(ctx, { userId })
    const now = ctx.now()
    const isActive = toPlan(await loadPlanFacts(ctx.db, userId), now) === 'paid'
    if (!isPaid) return { isActive, purchase: null }
    // Two tabs race to return from one checkout, and the purchase would be counted twice. The
    // conditional update sets the time once, so only one of them gets the row.
    const [tracked] = await ctx.db
      .update(checkouts)
      .set({ purchaseTrackedAt: now })
      .where(and(isOwn, isNull(checkouts.purchaseTrackedAt)))
      .returning({ interval: checkouts.interval })
    return { isActive, purchase: tracked?.interval ?? null }
  }
  try {
    return await whileUserWaits(ctx, finish)
  } catch (error) {
    // The user has paid. The job applies it as soon as the provider answers.
    await ctx.jobs.enqueue(ctx.db, syncSubscriptionJob, { userId })
    throw error
  }
}
