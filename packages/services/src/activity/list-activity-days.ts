import { hasState } from '@doorman/db/queries/listed-decisions'
import { loadTimeZone, toStartOfDay } from '@doorman/db/queries/time-zones'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { keepGroupNames, toKeepGroup, type KeepGroup } from '@doorman/domain/screening/keep-groups'
import { keptDecisionRetentionMs } from '@doorman/domain/screening/retention'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type ActivityDay = {
  /** The day of the decision in the user's time zone, such as `2026-11-15`. */
  readonly day: string
  filtered: number
  wouldMove: number
  restored: number
  readonly kept: Record<KeepGroup, number>
}

type DaysQuery = {
  readonly accountId?: MailboxId | undefined
  /** Keyset pagination: the last day of the previous page. */
  readonly before?: string | undefined
  readonly limit?: number | undefined
}

/**
 * Counts the decisions of each day, newest first. Days without a decision are left out. Reads only
 * an index, and only the days for which decisions on kept messages are stored.
 */
export async function listActivityDays(
  { db, now }: Context,
  { userId }: Actor,
  { accountId, before, limit }: DaysQuery,
): Promise<ActivityDay[]> {
  const timeZone = await loadTimeZone(db, userId)
  const { decidedAt, reason } = decisions
  const day = sql<string>`(${decidedAt} at time zone ${timeZone})::date`
  // What happened, or the reason to keep the message. Collation "C" makes grouping much faster.
  const group = sql<string>`(case
    when ${hasState.filtered} then ':filtered'
    when ${hasState['would-move']} then ':wouldMove'
    when ${hasState.restored} then ':restored'
    else ${reason} end) collate "C"`
  const rows = await db
    .select({ day, group, count: sql<number>`count(*)::int` })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(
      and(
        eq(mailboxes.userId, userId),
        accountId && eq(mailboxes.id, accountId),
        gt(decidedAt, new Date(now().getTime() - keptDecisionRetentionMs)),
        before === undefined ? undefined : sql`${decidedAt} < ${toStartOfDay(before, timeZone)}`,
      ),
    )
    // By position: PostgreSQL takes a repeated expression with new parameters for another one.
    .groupBy(sql`1, 2`)
  const days = new Map<string, ActivityDay>()
  for (const { day, group, count } of rows) {
    const counts = days.get(day) ?? toEmptyDay(day)
    days.set(day, counts)
    if (group === ':filtered') counts.filtered += count
    else if (group === ':wouldMove') counts.wouldMove += count
    else if (group === ':restored') counts.restored += count
    else counts.kept[toKeepGroup(group)] += count
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, limit)
}

function toEmptyDay(day: string): ActivityDay {
  const kept = Object.fromEntries(keepGroupNames.map((name) => [name, 0]))
  return { day, filtered: 0, wouldMove: 0, restored: 0, kept: kept as Record<KeepGroup, number> }
}
