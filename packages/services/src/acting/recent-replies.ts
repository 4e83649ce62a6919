import type { Db } from '@doorman/db/client'
import { smartReplies } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { answeredOnceInMs, type RecentReplies } from '@doorman/domain/may-respond'
import { and, count, eq, gt, or, sql, type SQL } from 'drizzle-orm'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Asker = {
  readonly userId: UserId
  readonly mailboxId: MailboxId
  readonly sender: string
  readonly organisation: string
  readonly now: Date
}

/** What was answered lately. Every claim counts, whatever became of it: nobody knows for certain that it did not go out. */
export async function countRecentReplies(tx: Db, asker: Asker): Promise<RecentReplies> {
  const since = (ms: number) => gt(smartReplies.claimedAt, new Date(asker.now.getTime() - ms))
  const hasBounced = eq(smartReplies.state, 'bounced')
  const isOfMailbox = eq(smartReplies.mailboxId, asker.mailboxId)
  const countWhere = (...conditions: SQL[]) =>
    sql<number>`count(*) filter (where ${and(...conditions)})`.mapWith(Number)
  const [mine] = await tx
    .select({
      toSender: countWhere(eq(smartReplies.sender, asker.sender)),
      toOrganisation: countWhere(eq(smartReplies.organisation, asker.organisation), since(dayMs)),
      ofMailboxInHour: countWhere(isOfMailbox, since(hourMs)),
      ofMailbox: countWhere(isOfMailbox, since(dayMs)),
      ofUser: countWhere(since(dayMs)),
      bouncedOfMailbox: countWhere(isOfMailbox, hasBounced, since(dayMs)),
    })
    .from(smartReplies)
    .where(and(eq(smartReplies.userId, asker.userId), or(since(answeredOnceInMs), hasBounced)))
  const [all] = await tx.select({ inHour: count() }).from(smartReplies).where(since(hourMs))
  if (!mine || !all) throw new Error('A count is always one row')
  return { ...mine, inAllInHour: all.inHour }
}
