import type { Db } from '@doorman/db/client'
import { isLateMailbox } from '@doorman/db/queries/mailboxes'
import { mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailboxProblem } from '@doorman/domain/mail/mailbox'
import { and, asc, count, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { ListKey } from '../../ports/queue-desk.ts'
import { mergePages, parseCursor } from './list-key.ts'

const mailboxesPerPage = 50

const columns = {
  id: mailboxes.id,
  provider: mailboxes.provider,
  address: mailboxes.address,
  userId: mailboxes.userId,
  userEmail: users.email,
  lastCheckedAt: mailboxes.lastCheckedAt,
  nextCheckAt: mailboxes.nextCheckAt,
}

/** When a mailbox with a problem last worked: the expression of the index `mailboxes_problem`. */
const workedUntil = sql`coalesce(${mailboxes.lastCheckedAt}, ${mailboxes.createdAt})`

const hasProblem = isNotNull(mailboxes.problem)

/** Mailboxes with a problem or a late check, longest-standing first, and their number. */
export async function listUnhealthyMailboxes(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { cursor }: { readonly cursor?: string | undefined },
) {
  const after = parseCursor(cursor)
  const isLateNow = isLateMailbox(now())
  const problems = await listPage(db, { which: hasProblem, since: workedUntil, after })
  const late = await listPage(db, {
    which: isLateNow,
    since: sql`${mailboxes.lateAfter}`,
    after,
  })
  const { list, nextCursor } = mergePages([problems, late], {
    limit: mailboxesPerPage,
    order: 'asc',
  })
  const waiting = await countUndecided(
    db,
    list.map(({ id }) => id),
  )
  const [total, withProblem, lateOnes] = [
    await countMailboxes(db),
    await countMailboxes(db, hasProblem),
    await countMailboxes(db, isLateNow),
  ]
  return {
    total,
    unhealthy: withProblem + lateOnes,
    list: list.map((mailbox) => ({
      ...mailbox,
      undecidedMessages: waiting.get(mailbox.id) ?? 0,
    })),
    nextCursor,
  }
}

async function listPage(
  db: Db,
  page: { which: SQL | undefined; since: SQL; after: ListKey | null },
) {
  const { which, since, after } = page
  const isAfter =
    after && sql`(${since}, ${mailboxes.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const rows = await db
    .select({
      ...columns,
      problem: sql<MailboxProblem | 'late'>`coalesce(${mailboxes.problem}, 'late')`,
      at: sql<string>`to_char(${since} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(mailboxes)
    .innerJoin(users, eq(users.id, mailboxes.userId))
    .where(and(which, isAfter ?? undefined))
    .orderBy(since, asc(mailboxes.id))
    .limit(mailboxesPerPage + 1)
  return rows.map(({ at, ...row }) => ({ ...row, key: { at, id: row.id } }))
}

async function countMailboxes(db: Db, which?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(mailboxes).where(which)
  return row?.count ?? 0
}

async function countUndecided(
  db: Db,
  ids: readonly MailboxId[],
): Promise<ReadonlyMap<MailboxId, number>> {
  const { mailboxId } = undecidedMessages
  const counts = await db
    .select({ mailboxId, count: count() })
    .from(undecidedMessages)
    .where(sql`${mailboxId} = any(${sql.param([...ids])}::uuid[])`)
    .groupBy(mailboxId)
  return new Map(counts.map((row) => [row.mailboxId, row.count]))
}
