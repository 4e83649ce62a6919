import type { Db } from '@doorman/db/client'
import { certainty, isListed } from '@doorman/db/queries/listed-decisions'
import { replyColumns, isReplyTo } from '@doorman/db/queries/reply-links'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'

type SmartReply = typeof smartReplies.$inferSelect
type Decision = typeof decisions.$inferSelect

/** A message that was filtered, or that an observe-only mailbox would have filtered. */
export type FilteredEmail = Decision & {
  readonly provider: MailProvider
  /** When the smart response was sent, if one was. */
  readonly repliedAt: Date | null
  readonly replyState: SmartReply['state'] | null
}

export type EmailOrder = 'newest' | 'least-certain'

/**
 * One page of a user's emails. Takes `limit` rows from each mailbox, which an index gives in order,
 * and merges them, so that rows of other pages are never read.
 */
export async function listEmails(
  db: Db,
  userId: UserId,
  {
    which,
    inMailbox,
    order,
    limit,
  }: {
    readonly which?: SQL | undefined
    readonly inMailbox?: SQL | undefined
    readonly order: EmailOrder
    readonly limit: number
  },
): Promise<FilteredEmail[]> {
  const isNewest = order === 'newest'
  const page = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxes.id), isListed, which))
    .orderBy(
      ...(isNewest
        ? [desc(decisions.receivedAt), desc(decisions.id)]
        : [asc(certainty), asc(decisions.id)]),
    )
    .limit(limit)
    .as('page')
  return db
    .select({ ...page._.selectedFields, provider: mailboxes.provider, ...replyColumns })
    .from(mailboxes)
    .crossJoinLateral(page)
    .leftJoin(smartReplies, isReplyTo(page.id))
    .where(and(eq(mailboxes.userId, userId), inMailbox))
    .orderBy(
      ...(isNewest
        ? [desc(page.receivedAt), desc(page.id)]
        : [asc(sql`coalesce(${page.score}, 2)`), asc(page.id)]),
    )
    .limit(limit)
}

/** Keyset pagination: the emails that follow `last` in this order. */
export function isAfter(last: Decision, order: EmailOrder): SQL {
  return order === 'newest'
    ? sql`(${decisions.receivedAt}, ${decisions.id}) < (${last.receivedAt?.toISOString()}::timestamptz, ${last.id}::uuid)`
    : sql`(${certainty}, ${decisions.id}) > (${last.score ?? 2}::float8, ${last.id}::uuid)`
}

/** Another user's email is treated as not found. */
export async function findFilteredEmail(
  db: Db,
  userId: UserId,
  id: DecisionId,
): Promise<FilteredEmail | undefined> {
  const [email] = await db
    .select({ ...getTableColumns(decisions), provider: mailboxes.provider, ...replyColumns })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .leftJoin(smartReplies, isReplyTo(decisions.id))
    .where(and(eq(decisions.id, id), isListed, eq(mailboxes.userId, userId)))
  return email
}
