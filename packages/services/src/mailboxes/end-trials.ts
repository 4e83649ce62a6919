import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import { and, count, eq, gt, lt, ne, or, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { applyPlan } from './apply-plan.ts'

const mostAtOnce = 1_000

/** After a trial, or a subscription, one mailbox of a user stays active; the rest are kept. */
export async function endTrials(ctx: Context): Promise<void> {
  const candidates = await ctx.db
    .select({ userId: users.id })
    .from(users)
    .innerJoin(mailboxes, and(eq(mailboxes.userId, users.id), mailboxes.isActive))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(
      and(
        lt(users.trialEndsAt, ctx.now()),
        or(isNull(subscriptions.status), ne(subscriptions.status, 'active')),
      ),
    )
    .groupBy(users.id)
    .having(gt(count(), 1))
    .limit(mostAtOnce)
  for (const { userId } of candidates)
    await ctx.db.transaction((tx) => applyPlan(ctx, tx, { userId }))
}
