import type { Db } from '@doorman/db/client'
import { dailyCounts, emails, mailboxes, settings, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { toDueMonday, toReportWeek } from '@doorman/domain/reports/weekly-report'
import { and, asc, between, eq, exists, gt, notExists, sql } from 'drizzle-orm'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'

const batchSize = 1_000

/**
 * Orders the weekly reports that are due. Which users have theirs is stored in `emails`, so it does
 * not matter how often this runs, on how many workers, or whether it was down on Monday morning.
 */
export async function orderWeeklyReports(ctx: Context): Promise<void> {
  const [switches] = await ctx.db.select({ isOn: settings.weeklyReport }).from(settings)
  if (!switches?.isOn) return
  for (const [monday, timeZones] of await listDueTimeZones(ctx)) {
    let last: UserId | undefined
    do last = await orderBatch(ctx, { monday, timeZones, after: last })
    while (last)
  }
}

/** The users' time zones in which a report is due, by its Monday. */
async function listDueTimeZones({ db, now }: Context): Promise<ReadonlyMap<string, string[]>> {
  const zones = await db.selectDistinct({ timeZone: users.timeZone }).from(users)
  const due = new Map<string, string[]>()
  for (const { timeZone } of zones) {
    const monday = toDueMonday(timeZone, now())
    if (monday !== null) due.set(monday, [...(due.get(monday) ?? []), timeZone])
  }
  return due
}

type Batch = {
  readonly monday: string
  readonly timeZones: readonly string[]
  readonly after: UserId | undefined
}

/** Returns the last user of a full batch. */
async function orderBatch(
  ctx: Context,
  { monday, timeZones, after }: Batch,
): Promise<UserId | undefined> {
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select({ userId: users.id })
      .from(users)
      .where(
        and(
          sql`${users.timeZone} = any(${sql.param(timeZones)}::text[])`,
          users.emailVerified,
          users.weeklyReportEnabled,
          exists(findScreened(tx, monday)),
          notExists(findOrdered(tx, monday)),
          after && gt(users.id, after),
        ),
      )
      .orderBy(asc(users.id))
      .limit(batchSize)
    await orderEmails(
      ctx,
      tx,
      due.map((user) => ({ ...user, kind: 'weekly-report' as const, occasion: monday })),
    )
    return due.length === batchSize ? due.at(-1)?.userId : undefined
  })
}

/**
 * Last week's counts of the user: without any, there is nothing to report. Mailboxes that were
 * connected on the Monday are left out: their first scan counts messages of last week, but filtered
 * them after it.
 */
function findScreened(tx: Db, monday: string) {
  const { firstDay, lastDay } = toReportWeek(monday)
  return tx
    .select()
    .from(dailyCounts)
    .innerJoin(mailboxes, eq(mailboxes.id, dailyCounts.mailboxId))
    .where(
      and(
        eq(mailboxes.userId, users.id),
        between(dailyCounts.dayOn, firstDay, lastDay),
        gt(dailyCounts.processed, 0),
        sql`${mailboxes.createdAt} < ${monday}::timestamp at time zone ${users.timeZone}`,
      ),
    )
}

function findOrdered(tx: Db, monday: string) {
  return tx
    .select()
    .from(emails)
    .where(
      and(
        eq(emails.userId, users.id),
        eq(emails.kind, 'weekly-report'),
        eq(emails.occasion, monday),
      ),
    )
}
