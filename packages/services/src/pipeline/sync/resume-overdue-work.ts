import type { Db } from '@doorman/db/client'
import { decisions, smartReplies, undecidedMessages } from '@doorman/db/schema'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { minuteMs } from '@doorman/domain/time'
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { moveMessageJob, replyToSenderJob, screenMessageJob } from '../../ports/jobs.ts'
import type { SyncRun } from './sync-run.ts'

/** Work older than this should be done by now. */
const overdueMs = 10 * minuteMs
const batchSize = 1_000

type ResumedRun = Pick<SyncRun, 'id' | 'startedAt' | 'lastActiveAt'>

/**
 * Enqueues overdue work again: a pause, lost access or a long outage may have ended its job early.
 */
export async function resumeOverdueWork({ db, jobs }: Context, run: ResumedRun): Promise<void> {
  const mailboxId = run.id
  const { undecided, unmoved, claimed } = await findOverdue(db, run)
  await jobs.enqueueAll(
    db,
    screenMessageJob,
    undecided.map((providerMessageId) => ({ mailboxId, providerMessageId })),
  )
  await jobs.enqueueAll(
    db,
    moveMessageJob,
    unmoved.map((decisionId) => ({ mailboxId, decisionId })),
  )
  await jobs.enqueueAll(
    db,
    replyToSenderJob,
    claimed.map((decisionId) => ({ mailboxId, decisionId })),
  )
}

type Overdue = {
  readonly undecided: readonly ProviderMessageId[]
  readonly unmoved: readonly DecisionId[]
  readonly claimed: readonly DecisionId[]
}

/** One query, since every sync runs it and the result is nearly always empty. */
async function findOverdue(
  db: Db,
  { id: mailboxId, startedAt, lastActiveAt }: ResumedRun,
): Promise<Overdue> {
  const overdueAt = new Date(startedAt.getTime() - overdueMs)
  const undecided = db
    .select({ providerMessageId: undecidedMessages.providerMessageId })
    .from(undecidedMessages)
    .where(
      and(eq(undecidedMessages.mailboxId, mailboxId), lt(undecidedMessages.foundAt, overdueAt)),
    )
    .limit(batchSize)
  const giveUpAt = new Date(startedAt.getTime() - maxMoveDelayMs)
  const isPending = and(
    eq(decisions.state, 'pending'),
    lt(decisions.decidedAt, overdueAt),
    gt(decisions.decidedAt, giveUpAt),
  )
  // A user's action is tried for a week after the mailbox was last connected or resumed: however
  // long it was out of reach, the action still counts.
  const isTried = lastActiveAt > giveUpAt ? undefined : gt(decisions.actionAt, giveUpAt)
  const hasOpenAction = and(isNull(decisions.movedAt), lt(decisions.actionAt, overdueAt), isTried)
  const unmoved = db
    .select({ decisionId: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxId), or(isPending, hasOpenAction)))
    .orderBy(asc(decisions.decidedAt))
    .limit(batchSize)
  const claimed = db
    .select({ decisionId: smartReplies.decisionId })
    .from(smartReplies)
    .where(
      and(
        eq(smartReplies.mailboxId, mailboxId),
        eq(smartReplies.state, 'claimed'),
        lt(smartReplies.claimedAt, overdueAt),
        isNotNull(smartReplies.decisionId),
      ),
    )
    .limit(batchSize)
  const { rows } = await db.execute<Overdue>(
    sql`select array ${undecided} as undecided, array ${unmoved} as unmoved, array ${claimed} as claimed`,
  )
  const [overdue] = rows
  if (!overdue) throw new Error('A select of three arrays returns one row')
  return overdue
}
