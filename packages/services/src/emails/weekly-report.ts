import { sumCounts } from '@doorman/db/queries/daily-counts'
import { toStartOfDay } from '@doorman/db/queries/time-zones'
import { decisions, mailboxes } from '@doorman/db/schema'
import { toSender } from '@doorman/domain/mail/sender'
import { isReportLate, toReportWeek, toWeekInWords } from '@doorman/domain/reports/weekly-report'
import { toTimeSavedInWords } from '@doorman/domain/site/dashboard'
import type { WeeklyReport } from '@doorman/notify/notify'
import { and, asc, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { OrderedEmail } from './ordered-email.ts'
import { storeRestoreUrls } from './restore-links.ts'

const maxUncertain = 5
/** Among the least certain emails, none is called 100 % certain. */
const maxConfidencePercent = 99

/**
 * What Doorman did in the week before the Monday that is the email's occasion. `null` for an address
 * that is not confirmed, if it is too late, and if nothing was screened: the mailboxes may be gone.
 */
export async function composeWeeklyReport(
  ctx: Context,
  { email, user }: OrderedEmail,
): Promise<WeeklyReport | null> {
  if (!user.emailVerified) return null
  if (isReportLate(email.occasion, user.timeZone, ctx.now())) return null
  const week = toReportWeek(email.occasion)
  const { processed, filtered } = await sumCounts(ctx.db, user.id, week)
  if (processed === 0) return null
  const which = isFilteredIn(user, { from: week.firstDay, until: email.occasion })
  return {
    kind: 'weekly-report',
    url: `${ctx.publicUrl}/filtered-emails`,
    week: toWeekInWords(week),
    processed,
    filtered,
    byCategory: await countByCategory(ctx, which),
    timeSaved: toTimeSavedInWords(filtered),
    leastCertain: await listLeastCertain(ctx, { email, user }, which),
  }
}

/** Filtered and not back in the inbox, in the user's own mailboxes, by the day of arrival. */
function isFilteredIn(
  { id, timeZone }: OrderedEmail['user'],
  { from, until }: { readonly from: string; readonly until: string },
) {
  return and(
    eq(mailboxes.userId, id),
    eq(decisions.outcome, 'filter'),
    isNull(decisions.restoredBy),
    gte(decisions.receivedAt, toStartOfDay(from, timeZone)),
    lt(decisions.receivedAt, toStartOfDay(until, timeZone)),
  )
}

type Which = ReturnType<typeof isFilteredIn>

/** A message that was filtered because of its sender alone has no category. */
async function countByCategory({ db }: Context, which: Which): Promise<WeeklyReport['byCategory']> {
  const category = sql<
    WeeklyReport['byCategory'][number]['category']
  >`coalesce(${decisions.category}, 'other')`
  const count = sql<number>`count(*)::int`
  return db
    .select({ category, count })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(which)
    .groupBy(category)
    .orderBy(desc(count), category)
}

async function listLeastCertain(
  ctx: Context,
  { email, user }: OrderedEmail,
  which: Which,
): Promise<WeeklyReport['leastCertain']> {
  const uncertain = await ctx.db
    .select(getTableColumns(decisions))
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(and(which, eq(decisions.state, 'set-aside'), isNotNull(decisions.score)))
    .orderBy(asc(decisions.score), desc(decisions.receivedAt))
    .limit(maxUncertain)
  const urls = await storeRestoreUrls(ctx, {
    emailId: email.id,
    userId: user.id,
    decisionIds: uncertain.map(({ id }) => id),
  })
  return uncertain.map(({ subject, score, ...decision }, index) => ({
    sender: toSender(decision),
    subject: subject ?? '',
    confidencePercent: Math.min(maxConfidencePercent, Math.round((score ?? 0) * 100)),
    restoreUrl: urls[index] ?? '',
  }))
}
