import type { Db } from '@doorman/db/client'
import { dailyCounts, decisions, mailboxes, undecidedMessages, users } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import type { KeepReason } from '@doorman/domain/screening/keep-rules'
import { toDayIn } from '@doorman/domain/time'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { screenMessageJob } from '../../ports/jobs.ts'
import type { ListKey } from '../../ports/queue-desk.ts'

// Quarantined messages could not be checked: the provider refuses to show them, or they crashed
// their worker three times. They stay in the inbox until an admin decides.

/** Stands for the name of a queue. No queue has it. */
export const quarantine = 'quarantine'

export type QuarantinedMessage = {
  readonly id: DecisionId
  readonly mailboxId: MailboxId
  readonly decidedAt: Date
  readonly key: ListKey
}

const { decidedAt, leftUncheckedAt, reason } = decisions

/** Literals, not parameters: the planner matches them with the condition of the partial index. */
const isQuarantined = and(
  sql`${reason} = ${sql.raw(`'${'could-not-be-checked' satisfies KeepReason}'`)}`,
  isNull(leftUncheckedAt),
)

/** Newest first. */
export async function listQuarantined(
  { db }: Pick<Context, 'db'>,
  { before, limit }: { readonly before: ListKey | null; readonly limit: number },
): Promise<QuarantinedMessage[]> {
  const isOlder =
    before && sql`(${decidedAt}, ${decisions.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const rows = await db
    .select({
      id: decisions.id,
      mailboxId: decisions.mailboxId,
      decidedAt,
      at: sql<string>`to_char(${decidedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(decisions)
    .where(and(isQuarantined, isOlder ?? undefined))
    .orderBy(desc(decidedAt), desc(decisions.id))
    .limit(limit)
  return rows.map(({ at, ...row }) => ({ ...row, key: { at, id: row.id } }))
}

export type QuarantineChange = 'done' | 'gone' | 'decided'

/**
 * Has the message judged again: takes its decision back, as if a sync had just found it. Its sender
 * gets no smart response after all this time.
 *
 * Lock order: mailboxes (share), undecided_messages, decisions, jobs, daily_counts.
 */
export async function judgeAgain(ctx: Context, tx: Db, id: DecisionId): Promise<QuarantineChange> {
  const [found] = await tx
    .select({ mailboxId: mailboxes.id, timeZone: users.timeZone, message: decisions })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .innerJoin(users, eq(users.id, mailboxes.userId))
    .where(and(eq(decisions.id, id), eq(decisions.outcome, 'keep')))
    .for('key share', { of: mailboxes })
  if (!found) return 'gone'
  const { mailboxId, message, timeZone } = found
  const { providerMessageId } = message
  await tx
    .insert(undecidedMessages)
    .values({
      mailboxId,
      providerMessageId,
      foundAt: ctx.now(),
      isFirstScan: false,
      isNewArrival: false,
    })
    .onConflictDoNothing()
  // Two requests race (two admins, or a double click). The second deletes no row and rolls back.
  const [taken] = await tx
    .delete(decisions)
    .where(and(eq(decisions.id, id), isQuarantined))
    .returning({ decidedAt, countedOn: decisions.countedOn })
  if (!taken) return 'decided'
  await ctx.jobs.enqueue(tx, screenMessageJob, { mailboxId, providerMessageId })
  await tx
    .update(dailyCounts)
    .set({ processed: sql`greatest(${dailyCounts.processed} - 1, 0)` })
    .where(
      and(
        eq(dailyCounts.mailboxId, mailboxId),
        eq(dailyCounts.dayOn, taken.countedOn ?? toDayIn(timeZone, taken.decidedAt)),
      ),
    )
  return 'done'
}

/** Leaves the message in the inbox for good. */
export async function leaveUnchecked(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  id: DecisionId,
): Promise<QuarantineChange> {
  const isMessage = eq(decisions.id, id)
  const [left] = await tx
    .update(decisions)
    .set({ leftUncheckedAt: now() })
    .where(and(isMessage, isQuarantined))
    .returning({ id: decisions.id })
  if (left) return 'done'
  const [other] = await tx.select({ id: decisions.id }).from(decisions).where(isMessage)
  return other ? 'decided' : 'gone'
}
