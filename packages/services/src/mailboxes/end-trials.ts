import type { Db } from '@doorman/db/client'
import { holdUser } from '@doorman/db/queries/users'
import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, count, eq, gt, lt, ne, or, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import { applyPlan } from './apply-plan.ts'

const mostAtOnce = 1_000

/** After a trial, or a subscription, one mailbox of a user stays active, and they are told which; the rest are kept. */
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
    await ctx.db.transaction(async (tx) => {
      await holdUser(tx, userId)
      const leftAlone = await applyPlan(ctx, tx, { userId })
      if (leftAlone.length > 0) await tellActive(ctx, tx, userId)
    })
}

async function tellActive({ jobs }: Context, tx: Db, userId: UserId): Promise<void> {
  const active = await tx
    .select({ mailboxId: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.userId, userId), mailboxes.isActive))
  await jobs.enqueueAll(
    tx,
    sendMailJob,
    active.map((mailbox) => ({ ...mailbox, userId, kind: 'one-mailbox-active' as const })),
  )
}
