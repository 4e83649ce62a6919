import type { Db } from '@doorman/db/client'
import { decisions, smartReplies, undecidedMessages } from '@doorman/db/schema'
import type { DecisionId, MailId } from '@doorman/domain/ids'
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { actOnDecisionJob, respondToSenderJob, screenMessageJob } from '../jobs.ts'
import type { Run } from './run.ts'

const patienceMs = 10 * 60_000
/** What could not be carried out in a week is not going to be. */
const hopeMs = 7 * 86_400_000
const mostAtOnce = 1_000

/** Has everything done that was to be done long ago. A pause, lost access or a long outage may have cost it its job. */
export async function resumeWork(
  { db, jobs }: Context,
  run: Pick<Run, 'id' | 'startedAt'>,
): Promise<void> {
  const mailboxId = run.id
  const { undecided, uncarried, claimed } = await findOverdue(db, run)
  await jobs.enqueueAll(
    db,
    screenMessageJob,
    undecided.map((messageId) => ({ mailboxId, messageId })),
  )
  await jobs.enqueueAll(
    db,
    actOnDecisionJob,
    uncarried.map((decisionId) => ({ mailboxId, decisionId })),
  )
  await jobs.enqueueAll(
    db,
    respondToSenderJob,
    claimed.map((decisionId) => ({ mailboxId, decisionId })),
  )
}

type Overdue = {
  readonly undecided: readonly MailId[]
  readonly uncarried: readonly DecisionId[]
  readonly claimed: readonly DecisionId[]
}

/** In one question, since each look asks it and the answer is nearly always: nothing. */
async function findOverdue(
  db: Db,
  { id: mailboxId, startedAt }: Pick<Run, 'id' | 'startedAt'>,
): Promise<Overdue> {
  const overdueAt = new Date(startedAt.getTime() - patienceMs)
  const undecided = db
    .select({ messageId: undecidedMessages.messageId })
    .from(undecidedMessages)
    .where(
      and(eq(undecidedMessages.mailboxId, mailboxId), lt(undecidedMessages.foundAt, overdueAt)),
    )
    .limit(mostAtOnce)
  const hopelessAt = new Date(startedAt.getTime() - hopeMs)
  const isDueBy = (time: typeof decisions.decidedAt | typeof decisions.saidAt) =>
    and(lt(time, overdueAt), gt(time, hopelessAt))
  const isUnheeded = and(isNull(decisions.actedAt), isDueBy(decisions.saidAt))
  const isPending = and(eq(decisions.state, 'pending'), isDueBy(decisions.decidedAt))
  const uncarried = db
    .select({ decisionId: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxId), or(isPending, isUnheeded)))
    .orderBy(asc(decisions.decidedAt))
    .limit(mostAtOnce)
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
    .limit(mostAtOnce)
  const { rows } = await db.execute<Overdue>(
    sql`select array ${undecided} as undecided, array ${uncarried} as uncarried, array ${claimed} as claimed`,
  )
  const [overdue] = rows
  if (!overdue) throw new Error('Three lists are always one row')
  return overdue
}
