import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { customers, emails, mailboxes, payments, subscriptions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { paymentGraceDays } from '@doorman/domain/plans/plan'
import { findPlanEnd } from '@doorman/domain/plans/plan-end'
import { dayMs } from '@doorman/domain/time'
import { and, asc, eq, gt, gte, lte, max, notExists, or, sql } from 'drizzle-orm'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'
import { applyPlan } from './apply-plan.ts'

const defaultBatchSize = 1_000
/** Users who lost Pro longer ago, such as before these emails existed, get no email about it. */
const maxEmailDelayMs = 7 * dayMs

/**
 * After a trial or subscription one mailbox stays active, and the user gets one email about it, even
 * if nothing else changes for them.
 */
export async function endPlans(
  ctx: Context,
  _payload: object = {},
  { batchSize }: { readonly batchSize: number } = { batchSize: defaultBatchSize },
): Promise<void> {
  let last: UserId | undefined
  do {
    const batch = await listCandidates(ctx, last, batchSize)
    for (const { userId } of batch) await ctx.db.transaction((tx) => endPlan(ctx, tx, userId))
    last = batch.length < batchSize ? undefined : batch.at(-1)?.userId
  } while (last)
}

async function endPlan(ctx: Context, tx: Db, userId: UserId): Promise<void> {
  // Races with a payment, after which the user must not get the email. The sync that applies the
  // payment takes the same lock, and the facts are loaded under it.
  await lockUser(tx, userId)
  await applyPlan(ctx, tx, { userId })
  const facts = await loadPlanFacts(tx, userId)
  const now = ctx.now()
  const end = findPlanEnd(facts, now)
  if (!end || end.at > now || end.at.getTime() <= now.getTime() - maxEmailDelayMs) return
  // The last payment names the end. A subscription whose grace period is over is cancelled days later,
  // which is the same end unless a payment came in between.
  const since =
    end.ended === 'subscription'
      ? ((await findLastPayment(tx, userId)) ?? facts.periodStartsAt ?? end.at)
      : end.at
  const occasion = `${end.ended} ${since.toISOString()}`
  await orderEmails(ctx, tx, [{ userId, kind: 'plan-ended', occasion }])
}

async function findLastPayment(tx: Db, userId: UserId): Promise<Date | null> {
  const [last] = await tx
    .select({ paidAt: max(payments.paidAt) })
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.payerId))
    .where(eq(customers.userId, userId))
  return last?.paidAt ?? null
}

/**
 * Users whose plan may have ended with something left to do. `findPlanEnd` decides. This query only
 * skips users whose plan ended long ago.
 */
async function listCandidates(
  { db, now }: Context,
  after: UserId | undefined,
  batchSize: number,
): Promise<readonly { userId: UserId }[]> {
  const grace = sql`make_interval(hours => ${24 * paymentGraceDays})`
  const endedAt = sql<Date>`greatest(
    ${users.trialEndsAt} + interval '24 hours',
    case
      when ${subscriptions.status} in ('canceled', 'paused')
        then coalesce(${subscriptions.cancelsAt}, ${subscriptions.endsAt})
      when ${subscriptions.status} in ('past_due', 'unpaid')
        then ${subscriptions.periodStartsAt} + ${grace}
      when ${subscriptions.status} in ('active', 'trialing')
        then ${subscriptions.endsAt} + ${grace}
    end
  )`
  const notified = db
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.userId, users.id),
        eq(emails.kind, 'plan-ended'),
        gte(emails.createdAt, endedAt),
      ),
    )
  const active = db
    .select({ count: sql`count(*)` })
    .from(mailboxes)
    .where(and(eq(mailboxes.userId, users.id), mailboxes.isActive))
  const earliest = new Date(now().getTime() - maxEmailDelayMs)
  return db
    .select({ userId: users.id })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(
      and(
        lte(endedAt, now()),
        or(gt(sql`(${active})`, 1), and(gt(endedAt, earliest), notExists(notified))),
        after && gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
}
