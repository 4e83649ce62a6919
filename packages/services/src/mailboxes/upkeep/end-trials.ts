import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, count, eq, gt, lt, ne, or, isNull } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { sendEmailJob } from '../../ports/jobs.ts'
import { applyPlan } from './apply-plan.ts'

const maxAtOnce = 1_000

/** After a trial or subscription one mailbox stays active. The user gets an email about it. */
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
    .limit(maxAtOnce)
  for (const { userId } of candidates)
    await ctx.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const deactivated = await applyPlan(ctx, tx, { userId })
      if (deactivated.length > 0) await notifyOfActiveMailbox(ctx, tx, userId)
    })
}

async function notifyOfActiveMailbox({ jobs }: Context, tx: Db, userId: UserId): Promise<void> {
  const active = await tx
    .select({ mailboxId: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.userId, userId), mailboxes.isActive))
  await jobs.enqueueAll(
    tx,
    sendEmailJob,
    active.map((mailbox) => ({ ...mailbox, userId, kind: 'one-mailbox-active' as const })),
  )
}
