import { decisions } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { deleteOrphanedDecisionsJob } from '../ports/jobs.ts'

/** A batch takes well under a second, a job less than its time limit of two minutes. */
const defaults = { batchSize: 1_000, maxBatches: 50 }

/**
 * Deletes the decisions of deleted users and disconnected mailboxes, in batches: a user may have more
 * than one statement can delete in its time limit. Nothing shows or uses these rows any more, since
 * everything reaches a decision through its mailbox. Each batch commits, so the next job continues
 * after a job that was stopped, and two jobs at a time share the work.
 */
export async function deleteOrphanedDecisions(
  ctx: Context,
  _payload: object = {},
  { batchSize, maxBatches }: typeof defaults = defaults,
): Promise<void> {
  let batches = 0
  for (const mailboxId of await listGoneMailboxes(ctx))
    for (let isDone = false; !isDone; batches += 1) {
      if (batches === maxBatches) return ctx.jobs.enqueue(ctx.db, deleteOrphanedDecisionsJob, {})
      const batch = ctx.db
        .select({ id: decisions.id })
        .from(decisions)
        .where(eq(decisions.mailboxId, mailboxId))
        .limit(batchSize)
      const { rowCount } = await ctx.db.delete(decisions).where(inArray(decisions.id, batch))
      isDone = rowCount === 0
    }
}

/**
 * The mailboxes that have decisions but no row. Jumps from mailbox to mailbox in the index instead of
 * reading every decision.
 */
async function listGoneMailboxes({ db }: Context): Promise<readonly MailboxId[]> {
  const { rows } = await db.execute<{ id: MailboxId }>(sql`
    with recursive decided (id) as (
      (select mailbox_id from decisions order by mailbox_id limit 1)
      union all
      select (
        select mailbox_id from decisions where mailbox_id > decided.id order by mailbox_id limit 1
      ) from decided where decided.id is not null
    )
    select id from decided
    where id is not null and not exists (select from mailboxes where mailboxes.id = decided.id)`)
  return rows.map(({ id }) => id)
}
