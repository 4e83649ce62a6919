import type { Db } from '@doorman/db/client'
import type { Value } from '@doorman/db/prepared'
import type { MailboxRow } from '@doorman/db/queries/mailboxes'
import { decisions, mailboxes, smartReplies, undecidedMessages } from '@doorman/db/schema'
import type { DecisionId, MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { maxMoveDelayMs } from '@doorman/domain/screening/retention'
import { minuteMs } from '@doorman/domain/time'
import { and, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import {
  moveMessagesJob,
  replyToSenderJob,
  screenMessageJob,
  screenMessagesJob,
} from '../../ports/jobs.ts'

/** Work older than this should be done by now. */
const overdueMs = 10 * minuteMs
const batchSize = 1_000

type ResumedRun = Pick<MailboxRow, 'id' | 'lastActiveAt'> & { readonly startedAt: Date }

/**
 * Enqueues overdue work again: a pause, lost access or a long outage may have ended its job early.
 */
export async function resumeOverdueWork({ db, jobs }: Context, run: ResumedRun): Promise<void> {
  const mailboxId = run.id
  const { unstarted, undecided, unmoved, claimed } = await findOverdue(db, run)
  // The jobs for all messages of a mailbox find them themselves.
  if (unstarted.length > 0) await jobs.enqueue(db, screenMessagesJob, { mailboxId })
  await jobs.enqueueAll(
    db,
    screenMessageJob,
    undecided.map((providerMessageId) => ({ mailboxId, providerMessageId })),
  )
  if (unmoved.length > 0) await jobs.enqueue(db, moveMessagesJob, { mailboxId })
  await jobs.enqueueAll(
    db,
    replyToSenderJob,
    claimed.map((decisionId) => ({ mailboxId, decisionId })),
  )
}

/** Whether there is overdue work (hardly ever), for the statement that begins a sync. */
export function hasOverdueWork(
  db: Db,
  mailboxId: Value<MailboxId>,
  limits: Limits<Value<Date>>,
): SQL<boolean> {
  const wasActive = gt(mailboxes.lastActiveAt, limits.giveUpAt)
  const queries = Object.values(toQueries(db, mailboxId, limits, wasActive))
  return sql`(${sql.join(
    queries.map((query) => sql`exists ${query}`),
    sql` or `,
  )})`
}

type Overdue = {
  readonly unstarted: readonly ProviderMessageId[]
  readonly undecided: readonly ProviderMessageId[]
  readonly unmoved: readonly DecisionId[]
  readonly claimed: readonly DecisionId[]
}

async function findOverdue(db: Db, run: ResumedRun): Promise<Overdue> {
  const limits = toLimits(run.startedAt)
  const wasActive = sql`${run.lastActiveAt > limits.giveUpAt}`
  const { unstarted, undecided, unmoved, claimed } = toQueries(db, run.id, limits, wasActive)
  const { rows } = await db.execute<Overdue>(
    sql`select array ${unstarted} as unstarted, array ${undecided} as undecided,
      array ${unmoved} as unmoved, array ${claimed} as claimed`,
  )
  const [overdue] = rows
  if (!overdue) throw new Error('A select of arrays returns one row')
  return overdue
}

/** Work from before `overdueAt` is overdue. Actions from before `giveUpAt` are given up. */
type Limits<Time> = { readonly overdueAt: Time; readonly giveUpAt: Time }

export function toLimits(startedAt: Date): Limits<Date> {
  return {
    overdueAt: new Date(startedAt.getTime() - overdueMs),
    giveUpAt: new Date(startedAt.getTime() - maxMoveDelayMs),
  }
}

/** `wasActive`: the mailbox was connected or resumed after `giveUpAt`. */
function toQueries(
  db: Db,
  mailboxId: Value<MailboxId>,
  { overdueAt, giveUpAt }: Limits<Value<Date>>,
  wasActive: SQL,
) {
  const { providerMessageId, foundAt, startCount } = undecidedMessages
  const waits = and(eq(undecidedMessages.mailboxId, mailboxId), lt(foundAt, overdueAt))
  const messages = () => db.select({ providerMessageId }).from(undecidedMessages)
  const isPending = and(
    eq(decisions.state, 'pending'),
    lt(sql`coalesce(${decisions.actionAt}, ${decisions.decidedAt})`, overdueAt),
  )
  // A user's action is tried for a week after the mailbox was last connected or resumed: however
  // long it was out of reach, the action still counts.
  const isTried = or(wasActive, gt(decisions.actionAt, giveUpAt))
  const hasOpenAction = and(isNull(decisions.movedAt), lt(decisions.actionAt, overdueAt), isTried)
  const unmoved = db
    .select({ decisionId: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxId), or(isPending, hasOpenAction)))
    .limit(1)
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
  return {
    unstarted: messages()
      .where(and(waits, eq(startCount, 0)))
      .limit(1),
    undecided: messages()
      .where(and(waits, gt(startCount, 0)))
      .limit(batchSize),
    unmoved,
    claimed,
  }
}
