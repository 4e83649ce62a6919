import type { Db } from '@doorman/db/client'
import { answerColumns, isAnswerTo } from '@doorman/db/queries/answers'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'

type SmartReply = typeof smartReplies.$inferSelect

export type FilteredEmail = typeof decisions.$inferSelect & {
  readonly provider: Provider
  /** When the sender was answered in the user's name, if that went out. */
  readonly answeredAt: Date | null
  readonly answerState: SmartReply['state'] | null
}

/**
 * The newest of a user's filtered emails, as many from each mailbox and then of
 * all, so that the index of a mailbox gives them in order and the rest is never read.
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
    .select({ ...newest._.selectedFields, provider: mailboxes.provider, ...answerColumns })
    .from(mailboxes)
    .crossJoinLateral(newest)
    .leftJoin(smartReplies, isAnswerTo(newest.id))
    .where(and(eq(mailboxes.userId, userId), inMailbox))
    .orderBy(desc(newest.receivedAt), desc(newest.id))
    .limit(limit)
}

/** Somebody else's is none. */
export async function findFilteredEmail(
  db: Db,
  userId: UserId,
  id: DecisionId,
): Promise<FilteredEmail | undefined> {
  const [email] = await db
    .select({ ...getTableColumns(decisions), provider: mailboxes.provider, ...answerColumns })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .leftJoin(smartReplies, isAnswerTo(decisions.id))
    .where(and(eq(decisions.id, id), eq(decisions.outcome, 'filter'), eq(mailboxes.userId, userId)))
  return email
}
