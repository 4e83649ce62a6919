import { readInOrder } from '@doorman/db/queries/read-in-order'
import { replyColumns, isReplyTo } from '@doorman/db/queries/reply-links'
import { loadTimeZone, toEndOfDay, toStartOfDay } from '@doorman/db/queries/time-zones'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { keptDecisionRetentionMs } from '@doorman/domain/screening/retention'
import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { isInGroup, type ActivityGroup } from './activity-groups.ts'

export type Activity = typeof decisions.$inferSelect & {
  readonly provider: MailProvider
  /** When the smart response was sent, if one was. */
  readonly repliedAt: Date | null
}

type ActivityQuery = {
  readonly accountId?: MailboxId | undefined
  /** The day of the decision in the user's time zone, such as `2026-11-15`. */
  readonly day?: string | undefined
  readonly group?: ActivityGroup | undefined
  /** Keyset pagination: the last decision of the previous page. */
  readonly before?: DecisionId | undefined
  readonly limit: number
}

/** Decisions, latest first. An unknown `before` gives an empty page. */
export async function listActivity(
  { db, now }: Context,
  { userId }: Actor,
  { accountId, day, group, before, limit }: ActivityQuery,
): Promise<Activity[]> {
  const isOwn = eq(mailboxes.userId, userId)
  const [last] = before
    ? await db
        .select({ id: decisions.id, decidedAt: decisions.decidedAt })
        .from(decisions)
        .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
        .where(and(eq(decisions.id, before), isOwn))
    : []
  if (before && !last) return []
  // Reads one page from each mailbox by an index and merges them, so older rows are never read.
  const latest = db
    .select()
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, mailboxes.id),
        gt(decisions.decidedAt, new Date(now().getTime() - keptDecisionRetentionMs)),
        group && isInGroup(group),
        ...(day ? isOnDay(day, await loadTimeZone(db, userId)) : []),
        last &&
          sql`(${decisions.decidedAt}, ${decisions.id}) < (${last.decidedAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
      ),
    )
    .orderBy(desc(decisions.decidedAt), desc(decisions.id))
    .limit(limit)
    .as('latest')
  return readInOrder(db, (tx) =>
    tx
      .select({ ...latest._.selectedFields, provider: mailboxes.provider, ...replyColumns })
      .from(mailboxes)
      .crossJoinLateral(latest)
      .leftJoin(smartReplies, isReplyTo(latest.id))
      .where(and(isOwn, accountId && eq(mailboxes.id, accountId)))
      .orderBy(desc(latest.decidedAt), desc(latest.id))
      .limit(limit),
  )
}

function isOnDay(day: string, timeZone: string): SQL[] {
  const { decidedAt } = decisions
  return [
    sql`${decidedAt} >= ${toStartOfDay(day, timeZone)}`,
    sql`${decidedAt} < ${toEndOfDay(day, timeZone)}`,
  ]
}
