import type { Db } from '@doorman/db/client'
import { dailyCounts, decisions, mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { Decision } from '@doorman/domain/screening/decide'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { MailboxId, ProviderMessageId, ReplyId } from '@doorman/domain/ids'
import type { LessonReason } from '@doorman/domain/learning/verdict-offset'
import type { KeepReason } from '@doorman/domain/screening/keep-rules'
import type { RedactionCounts } from '@doorman/domain/redaction/redact'
import { toDayIn } from '@doorman/domain/time'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { moveMessageJob, grantAppealJob } from '../../ports/jobs.ts'

type Kept = { readonly outcome: 'keep'; readonly reason: KeepReason }

type Evidence = Verdict & {
  readonly lessons: readonly LessonReason[]
  readonly redactions: RedactionCounts
}

export type Screening =
  | {
      readonly decision: Kept
      readonly received: ReceivedMessage | null
      /** The smart response that the sender answered with "We've met before". */
      readonly appealedReply?: ReplyId
    }
  | {
      readonly decision: Decision
      readonly received: ReceivedMessage
      /** `null` if the sender alone was the reason, so the text was not judged. */
      readonly evidence: Evidence | null
    }

export function keep(reason: KeepReason, received: ReceivedMessage | null = null): Screening {
  return { decision: { outcome: 'keep', reason }, received }
}

/**
 * Records a decision, the jobs that follow from it and the counts, in one transaction. Does nothing
 * if the message is already decided or its mailbox is gone.
 *
 * Lock order: mailboxes (share), undecided_messages, decisions, jobs, daily_counts.
 */
export async function recordDecision(
  ctx: Context,
  { mailboxId, providerMessageId }: { mailboxId: MailboxId; providerMessageId: ProviderMessageId },
  screening: Screening,
): Promise<void> {
  const outcome = await ctx.db.transaction(async (tx) => {
    // Lock order: the mailbox before the rows that belong to it, as in disconnectMailbox, whose
    // delete cascades in this order. Otherwise the two transactions can deadlock.
    const [owner] = await tx
      .select({ timeZone: users.timeZone, isObserveOnly: mailboxes.isObserveOnly })
      .from(mailboxes)
      .innerJoin(users, eq(users.id, mailboxes.userId))
      .where(eq(mailboxes.id, mailboxId))
      .for('key share', { of: mailboxes })
    const [undecided] = await tx
      .delete(undecidedMessages)
      .where(
        and(
          eq(undecidedMessages.mailboxId, mailboxId),
          eq(undecidedMessages.providerMessageId, providerMessageId),
        ),
      )
      .returning({
        isFirstScan: undecidedMessages.isFirstScan,
        isNewArrival: undecidedMessages.isNewArrival,
        wasMovedToInbox: undecidedMessages.wasMovedToInbox,
      })
    if (!undecided) return null
    const countedOn = owner ? toArrivalDay(owner.timeZone, screening.received, ctx.now()) : null
    const [row] = await tx
      .insert(decisions)
      .values({
        mailboxId,
        providerMessageId,
        decidedAt: ctx.now(),
        countedOn,
        ...toColumns(respectUser(screening, { ...undecided, ...owner }), undecided),
      })
      .onConflictDoNothing()
      .returning({ id: decisions.id, outcome: decisions.outcome })
    if (undecided.isFirstScan) await countProgress(tx, mailboxId)
    if (!row) return null
    if (row.outcome === 'filter')
      await ctx.jobs.enqueue(tx, moveMessageJob, { mailboxId, decisionId: row.id })
    if ('appealedReply' in screening && screening.appealedReply)
      await ctx.jobs.enqueue(tx, grantAppealJob, { replyId: screening.appealedReply })
    // Lock order: daily_counts last. Most screenings of this mailbox update the same row, today's, so
    // each one waits for the others from here to the commit.
    if (countedOn !== null) await countDay(tx, mailboxId, countedOn, row.outcome)
    return row.outcome
  })
  if (outcome) ctx.meter.countDecision(outcome)
}

/** A message is never counted on a day to come, whatever its server says. */
function toArrivalDay(timeZone: string, received: ReceivedMessage | null, now: Date): string {
  const receivedAt = received?.receivedAt ?? now
  return toDayIn(timeZone, receivedAt < now ? receivedAt : now)
}

/**
 * What the user did while the message was being judged counts. A sync marks a message that the user
 * moved to the inbox, and the user may have made the mailbox observe-only: without this second look,
 * the message would be filtered all the same.
 */
function respectUser(
  screening: Screening,
  { wasMovedToInbox, isObserveOnly }: { wasMovedToInbox: boolean; isObserveOnly?: boolean },
): Screening {
  const { decision, received } = screening
  if (decision.outcome === 'keep') return screening
  if (wasMovedToInbox) return keep('moved-to-inbox', received)
  if (!isObserveOnly || !('evidence' in screening)) return screening
  return { ...screening, decision: { outcome: 'observe', reason: decision.reason } }
}

/**
 * Of a kept message only its id, the reason and the time are stored, nothing that names a person.
 */
function toColumns(screening: Screening, { isNewArrival }: { isNewArrival: boolean }) {
  const { decision, received } = screening
  const { outcome, reason } = decision
  const always = { outcome, reason, receivedAt: received?.receivedAt ?? null }
  if (outcome === 'keep' || !('evidence' in screening)) return always
  const { message, threadId, rfcMessageId } = screening.received
  return {
    ...always,
    ...(screening.evidence && toEvidenceColumns(screening.evidence)),
    threadId,
    rfcMessageId,
    senderName: message.from?.name ?? null,
    senderAddress: message.from?.address ?? null,
    subject: message.subject,
    ...(outcome === 'filter' && {
      state: 'pending' as const,
      mayReply: decision.mayReply && isNewArrival,
    }),
  }
}

function toEvidenceColumns({ signals, lessons, ...evidence }: Evidence) {
  return { ...evidence, signals: [...signals], lessons: [...lessons] }
}

async function countProgress(tx: Db, mailboxId: MailboxId): Promise<void> {
  const { syncProgress, syncTotal } = mailboxes
  await tx
    .update(mailboxes)
    .set({
      syncProgress: sql`${syncProgress} + 1`,
      syncStatus: sql`case when ${syncProgress} + 1 < ${syncTotal} then 'syncing' else 'synced' end`,
    })
    .where(eq(mailboxes.id, mailboxId))
}

async function countDay(
  tx: Db,
  mailboxId: MailboxId,
  dayOn: string,
  outcome: Decision['outcome'],
): Promise<void> {
  const filtered = outcome === 'filter' ? 1 : 0
  await tx
    .insert(dailyCounts)
    .values({ mailboxId, dayOn, processed: 1, filtered })
    .onConflictDoUpdate({
      target: [dailyCounts.mailboxId, dailyCounts.dayOn],
      set: {
        processed: sql`${dailyCounts.processed} + 1`,
        filtered: sql`${dailyCounts.filtered} + ${filtered}`,
      },
    })
}
