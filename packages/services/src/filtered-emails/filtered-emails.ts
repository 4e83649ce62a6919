import type { Db } from '@doorman/db/client'
import { replyColumns, isReplyTo } from '@doorman/db/queries/reply-links'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'

type SmartReply = typeof smartReplies.$inferSelect

export type FilteredEmail = typeof decisions.$inferSelect & {
  readonly provider: MailProvider
  /** When the smart response was sent, if one was. */
  readonly repliedAt: Date | null
  readonly replyState: SmartReply['state'] | null
}

/**
 * The newest filtered emails of a user. Takes `limit` rows from each mailbox, which an index gives
 * in order, and merges them, so that older rows are never read.
 */
export async function listNewest(
  db: Db,
  userId: UserId,
  {
    which,
    inMailbox,
    limit,
  }: { which?: SQL | undefined; inMailbox?: SQL | undefined; limit: number },
): Promise<FilteredEmail[]> {
  const newest = db
    .select()
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxes.id), eq(decisions.outcome, 'filter'), which))
    .orderBy(desc(decisions.receivedAt), desc(decisions.id))
    .limit(limit)
    .as('newest')
  return db
    .select({ ...newest._.selectedFields, provider: mailboxes.provider, ...replyColumns })
    .from(mailboxes)
    .crossJoinLateral(newest)
    .leftJoin(smartReplies, isReplyTo(newest.id))
    .where(and(eq(mailboxes.userId, userId), inMailbox))
    .orderBy(desc(newest.receivedAt), desc(newest.id))
    .limit(limit)
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
    .where(and(eq(decisions.id, id), eq(decisions.outcome, 'filter'), eq(mailboxes.userId, userId)))
  return email
}
