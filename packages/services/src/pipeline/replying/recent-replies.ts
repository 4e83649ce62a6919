import type { Db } from '@doorman/db/client'
import { smartReplies } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import { replyIntervalMs, type RecentReplies } from '@doorman/domain/replies/may-reply'
import { dayMs, hourMs } from '@doorman/domain/time'
import { and, count, eq, gt, or, sql, type SQL } from 'drizzle-orm'

type ReplyScope = {
  readonly userId: UserId
  readonly mailboxId: MailboxId
  readonly sender: string
  readonly organisation: string
  readonly now: Date
}

/**
 * Counts recent replies. Every claim counts, whatever its state: any of them may have been sent.
 */
export async function countRecentReplies(tx: Db, scope: ReplyScope): Promise<RecentReplies> {
  const since = (ms: number) => gt(smartReplies.claimedAt, new Date(scope.now.getTime() - ms))
  const hasBounced = eq(smartReplies.state, 'bounced')
  const isOfMailbox = eq(smartReplies.mailboxId, scope.mailboxId)
  const countWhere = (...conditions: SQL[]) =>
    sql<number>`count(*) filter (where ${and(...conditions)})`.mapWith(Number)
  const [mine] = await tx
    .select({
      toSender: countWhere(eq(smartReplies.sender, scope.sender)),
      toOrganisation: countWhere(eq(smartReplies.organisation, scope.organisation), since(dayMs)),
      ofMailboxInHour: countWhere(isOfMailbox, since(hourMs)),
      ofMailbox: countWhere(isOfMailbox, since(dayMs)),
      ofUser: countWhere(since(dayMs)),
      bouncesOfMailbox: countWhere(isOfMailbox, hasBounced, since(dayMs)),
    })
    .from(smartReplies)
    .where(and(eq(smartReplies.userId, scope.userId), or(since(replyIntervalMs), hasBounced)))
  const [all] = await tx.select({ inHour: count() }).from(smartReplies).where(since(hourMs))
  if (!mine || !all) throw new Error('A count returns one row')
  return { ...mine, ofEveryoneInHour: all.inHour }
}
