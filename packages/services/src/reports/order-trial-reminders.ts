import { planColumns } from '@doorman/db/queries/plan-facts'
import { settings, subscriptions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { toPlan, toTrialDaysLeft } from '@doorman/domain/plans/plan'
import { toTrialReminder, trialReminderDays } from '@doorman/domain/plans/trial-reminder'
import { dayMs } from '@doorman/domain/time'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'

const batchSize = 1_000

/**
 * Orders the reminders that are due to users in a trial. The unique key of `emails` makes sure that
 * each goes out once, however often this runs.
 */
export async function orderTrialReminders(ctx: Context): Promise<void> {
  const [switches] = await ctx.db.select({ isOn: settings.trialReminder }).from(settings)
  if (!switches?.isOn) return
  let last: UserId | undefined
  do last = await orderBatch(ctx, last)
  while (last)
}

/** Returns the last user of a full batch. */
async function orderBatch(ctx: Context, after: UserId | undefined): Promise<UserId | undefined> {
  const now = ctx.now()
  const fromNow = (days: number) => new Date(now.getTime() + days * dayMs)
  const ending = await ctx.db
    .select({ userId: users.id, ...planColumns })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(
      and(
        // The last day of a trial is the day after this time.
        gt(users.trialEndsAt, fromNow(-1)),
        lte(users.trialEndsAt, fromNow(Math.max(...trialReminderDays))),
        users.trialRemindersEnabled,
        after && gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
  const orders = ending.flatMap(({ userId, ...facts }) => {
    const reminder = toTrialReminder(toTrialDaysLeft(facts.trialEndsAt, now))
    if (reminder === null || toPlan(facts, now) !== 'trial') return []
    return [{ userId, kind: 'trial-reminder' as const, occasion: String(reminder) }]
  })
  await ctx.db.transaction((tx) => orderEmails(ctx, tx, orders))
  return ending.length === batchSize ? ending.at(-1)?.userId : undefined
}
