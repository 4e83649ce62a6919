import type { Db } from '@doorman/db/client'
import { certainty, isListed } from '@doorman/db/queries/listed-decisions'
import { readInOrder } from '@doorman/db/queries/read-in-order'
import { replyColumns, isReplyTo } from '@doorman/db/queries/reply-links'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, asc, desc, eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { contains, hasParts, isOfMailboxInSearch } from './search-condition.ts'

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

export type EmailQuery = {
  readonly which?: SQL | undefined
  /** Part of the sender or the subject. */
  readonly search?: string | undefined
  readonly inMailbox?: SQL | undefined
  readonly order: EmailOrder
  /** Keyset pagination: the last email of the previous page. */
  readonly last?: Decision | undefined
  readonly limit: number
}

/** A search tries the newest emails first. A common text fills a page from these alone. */
const maxEmailsTried = 1_000

/**
 * One page of a user's emails. A search has two query plans: walk the list in order, which is fast for
 * a text that many emails contain, or use the trigram index, which is fast for a rare one.
 */
export async function listEmails(
  db: Db,
  userId: UserId,
  { which, search = '', order, last, ...query }: EmailQuery,
): Promise<FilteredEmail[]> {
  const { limit } = query
  const isNext = last && isAfter(last, order)
  const of = eq(decisions.mailboxId, mailboxes.id)
  const select = (from: Db, page: Omit<PageQuery, 'order' | 'limit'>) =>
    selectPage(from, userId, { ...query, order, ...page })
  const selectInOrder = (page: Omit<PageQuery, 'order' | 'limit'>) =>
    readInOrder(db, (tx) => select(tx, page))
  const text = search.trim()
  if (text === '') return selectInOrder({ of: and(of, isNext, which), maxTried: limit })

  const isFound = and(which, contains(text))
  const common = await selectInOrder({ of: and(of, isNext), maxTried: maxEmailsTried, isFound })
  if (common.length === limit) return common
  if (!hasParts(text)) return selectInOrder({ of: and(of, isNext, isFound), maxTried: limit })
  return select(db, { of: and(isOfMailboxInSearch, isNext, isFound), maxTried: limit })
}

type PageQuery = Pick<EmailQuery, 'inMailbox' | 'order' | 'limit'> & {
  /** Which decisions of a mailbox are tried. */
  readonly of: SQL | undefined
  readonly maxTried: number
  /** Which of the tried ones are on the page. */
  readonly isFound?: SQL | undefined
}

/**
 * Takes `maxTried` rows from each mailbox, which an index gives in order, and merges them, so that rows
 * of other pages are never read.
 */
async function selectPage(
  db: Db,
  userId: UserId,
  { of, inMailbox, maxTried, isFound, order, limit }: PageQuery,
): Promise<FilteredEmail[]> {
  const inOrder =
    order === 'newest'
      ? [desc(decisions.receivedAt), desc(decisions.id)]
      : [asc(certainty), asc(decisions.id)]
  const ofMailbox = db
    .select()
    .from(decisions)
    .where(and(isListed, of))
    .orderBy(...inOrder)
    .limit(maxTried)
    // Under this name, conditions on decisions apply to the rows of the subquery as well.
    .as(getTableName(decisions))
  const tried = db
    .select({ ...ofMailbox._.selectedFields, provider: mailboxes.provider })
    .from(mailboxes)
    .crossJoinLateral(ofMailbox)
    .where(and(eq(mailboxes.userId, userId), inMailbox))
    .orderBy(...inOrder)
    .limit(maxTried)
    .as(getTableName(decisions))
  return db
    .select({ ...tried._.selectedFields, ...replyColumns })
    .from(tried)
    .leftJoin(smartReplies, isReplyTo(decisions.id))
    .where(isFound)
    .orderBy(...inOrder)
    .limit(limit)
}

/** The emails that follow `last` in this order. */
function isAfter(last: Decision, order: EmailOrder): SQL {
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
