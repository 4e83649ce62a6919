import { answerColumns, isAnswerTo } from '@doorman/db/queries/answers'
import { decisions, mailboxes, smartReplies } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { rememberedMs } from '@doorman/domain/remembered'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

export type Activity = typeof decisions.$inferSelect & {
  readonly provider: Provider
  /** When the sender was answered in the user's name, if that went out. */
  readonly answeredAt: Date | null
}

type Wanted = {
  readonly accountId?: MailboxId | undefined
  /** The last one that the caller holds. */
  readonly before?: DecisionId | undefined
  readonly limit: number
}

/** What was decided, the latest first. After a decision that is not there, there is nothing. */
export async function listActivity(
  { db, now }: Context,
  { userId }: Actor,
  { accountId, before, limit }: Wanted,
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
  const latest = db
    .select()
    .from(decisions)
    .where(
      and(
        eq(decisions.mailboxId, mailboxes.id),
        gt(decisions.decidedAt, new Date(now().getTime() - rememberedMs)),
        last &&
          sql`(${decisions.decidedAt}, ${decisions.id}) < (${last.decidedAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
      ),
    )
    .orderBy(desc(decisions.decidedAt), desc(decisions.id))
    .limit(limit)
    .as('latest')
  return db
    .select({ ...latest._.selectedFields, provider: mailboxes.provider, ...answerColumns })
    .from(mailboxes)
    .crossJoinLateral(latest)
    .leftJoin(smartReplies, isAnswerTo(latest.id))
    .where(and(isOwn, accountId && eq(mailboxes.id, accountId)))
    .orderBy(desc(latest.decidedAt), desc(latest.id))
    .limit(limit)
}
