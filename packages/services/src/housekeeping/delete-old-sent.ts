import { sentMessageRetentionMs } from '@doorman/domain/screening/correspondents'
import { sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

/** A batch takes well under a second. What is left after all batches waits for the next night. */
const defaults = { batchSize: 1_000, maxBatches: 50 }

/**
 * Deletes hashes of messages that were sent long ago. An incomplete index keeps them, because a
 * restart would count those messages again.
 */
export async function deleteOldSent(
  { db, now }: Context,
  { batchSize, maxBatches }: typeof defaults = defaults,
): Promise<void> {
  const before = new Date(now().getTime() - sentMessageRetentionMs)
  for (let batches = 0; batches < maxBatches; batches++) {
    const { rowCount } = await db.execute(sql`
      delete from sent_messages where (mailbox_id, message_hash) in (
        select mailbox_id, message_hash
        from sent_messages join correspondent_indexes using (mailbox_id)
        where sent_at < ${before.toISOString()}::timestamptz and completed_at is not null
        limit ${batchSize}
        -- The order of rows differs from that of a deleted mailbox's cascade: the two could deadlock.
        for update of sent_messages skip locked)`)
    if (rowCount === 0) return
  }
}
