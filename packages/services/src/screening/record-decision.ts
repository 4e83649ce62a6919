import type { Db } from '@doorman/db/client'
import { dailyCounts, decisions, mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { Decision, Verdict } from '@doorman/domain/decide'
import type { MailboxId, MailId, ReplyId } from '@doorman/domain/ids'
import type { LessonReason } from '@doorman/domain/learning'
import type { UnjudgedReason } from '@doorman/domain/reasoning'
import type { RedactionCounts } from '@doorman/domain/redact'
import { toDayIn } from '@doorman/domain/time-zone'
import type { ReceivedMail } from '@doorman/mail/mailbox'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { actOnDecisionJob, grantAppealJob } from '../jobs.ts'

/** Why a message was kept, whether or not anybody got to judge it. */
type KeepReason = Extract<Decision, { outcome: 'keep' }>['reason'] | UnjudgedReason

type Kept = { readonly outcome: 'keep'; readonly reason: KeepReason }

type Evidence = Verdict & {
  readonly lessons: readonly LessonReason[]
  readonly redactions: RedactionCounts
}

export type Screening =
  | {
      readonly decision: Kept
      readonly mail: ReceivedMail | null
      /** The reply of ours that its sender appeals against. */
      readonly appealedReply?: ReplyId
    }
  | {
      readonly decision: Decision
      readonly mail: ReceivedMail
      /** `null` where the sender was the reason, and not what they wrote. */
      readonly evidence: Evidence | null
    }

export function keep(reason: KeepReason, mail: ReceivedMail | null = null): Screening {
  return { decision: { outcome: 'keep', reason }, mail }
}

/**
 * Writes a decision with all that follows from it, or nothing of it. A message
 * that is decided already, or whose mailbox is gone, is left as it is.
 */
export async function recordDecision(
  ctx: Context,
  { mailboxId, messageId }: { mailboxId: MailboxId; messageId: MailId },
  screening: Screening,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Held first, as whoever disconnects the mailbox does it too: neither then waits for the other.
    const [owner] = await tx
      .select({ timeZone: users.timeZone })
      .from(mailboxes)
      .innerJoin(users, eq(users.id, mailboxes.userId))
      .where(eq(mailboxes.id, mailboxId))
      .for('key share', { of: mailboxes })
    const [undecided] = await tx
      .delete(undecidedMessages)
      .where(
        and(eq(undecidedMessages.mailboxId, mailboxId), eq(undecidedMessages.messageId, messageId)),
      )
      .returning({
        isFirstScan: undecidedMessages.isFirstScan,
        isNews: undecidedMessages.isNews,
      })
    if (!undecided) return
    const [row] = await tx
      .insert(decisions)
      .values({ mailboxId, messageId, decidedAt: ctx.now(), ...toColumns(screening, undecided) })
      .onConflictDoNothing()
      .returning({ id: decisions.id, outcome: decisions.outcome })
    if (undecided.isFirstScan) await countProgress(tx, mailboxId)
    if (!row) return
    if (row.outcome === 'filter')
      await ctx.jobs.enqueue(tx, actOnDecisionJob, { mailboxId, decisionId: row.id })
    if ('appealedReply' in screening && screening.appealedReply)
      await ctx.jobs.enqueue(tx, grantAppealJob, { replyId: screening.appealedReply })
    // Last, for whoever else decides about mail of this mailbox waits from here to the end.
    if (owner) await countDay(tx, mailboxId, toDayIn(owner.timeZone, ctx.now()), row.outcome)
  })
}

/** A kept message leaves its id and our reason behind, and nothing that names a person. */
function toColumns(screening: Screening, { isNews }: { isNews: boolean }) {
  const { decision, mail } = screening
  const { outcome, reason } = decision
  const always = { outcome, reason, receivedAt: mail?.receivedAt ?? null }
  if (outcome === 'keep' || !('evidence' in screening)) return always
  const { message, threadId, messageId } = screening.mail
  return {
    ...always,
    ...(screening.evidence && toEvidenceColumns(screening.evidence)),
    threadId,
    headerId: messageId,
    senderName: message.from?.name ?? null,
    senderAddress: message.from?.address ?? null,
    subject: message.subject,
    ...(outcome === 'filter' && {
      state: 'pending' as const,
      mayRespond: decision.respond && isNews,
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
