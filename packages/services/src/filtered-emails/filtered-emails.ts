import type { Db } from '@doorman/db/client'
import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'

export type FilteredEmail = typeof decisions.$inferSelect & { readonly provider: Provider }

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
    .select({ ...newest._.selectedFields, provider: mailboxes.provider })
    .from(mailboxes)
    .crossJoinLateral(newest)
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
    .select({ ...getTableColumns(decisions), provider: mailboxes.provider })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(and(eq(decisions.id, id), eq(decisions.outcome, 'filter'), eq(mailboxes.userId, userId)))
  return email
}
