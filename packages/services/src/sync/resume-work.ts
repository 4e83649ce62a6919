import { decisions, smartReplies, undecidedMessages } from '@doorman/db/schema'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { actOnDecisionJob, respondToSenderJob, screenMessageJob } from '../jobs.ts'
import type { Run } from './run.ts'

const patienceMs = 10 * 60_000
/** What could not be carried out in a week is not going to be. */
const hopeMs = 7 * 86_400_000
const mostAtOnce = 1_000

/** Has everything done that was to be done long ago. A pause, lost access or a long outage may have cost it its job. */
export async function resumeWork(ctx: Context, { id: mailboxId, startedAt }: Run): Promise<void> {
  const { db, jobs } = ctx
  const overdueAt = new Date(startedAt.getTime() - patienceMs)
  const undecided = await db
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
  const uncarried = await db
    .select({ decisionId: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.mailboxId, mailboxId), or(isPending, isUnheeded)))
    .orderBy(asc(decisions.decidedAt))
    .limit(mostAtOnce)
  const claimed = await db
    .select({ decisionId: smartReplies.decisionId })
    .from(smartReplies)
    .where(
      and(
        eq(smartReplies.mailboxId, mailboxId),
        eq(smartReplies.state, 'claimed'),
        lt(smartReplies.claimedAt, overdueAt),
      ),
    )
    .limit(mostAtOnce)
  await jobs.enqueueAll(
    db,
    screenMessageJob,
    undecided.map(({ messageId }) => ({ mailboxId, messageId })),
  )
  await jobs.enqueueAll(
    db,
    actOnDecisionJob,
    uncarried.map(({ decisionId }) => ({ mailboxId, decisionId })),
  )
  await jobs.enqueueAll(
    db,
    respondToSenderJob,
    claimed.flatMap(({ decisionId }) => (decisionId ? [{ mailboxId, decisionId }] : [])),
  )
}
