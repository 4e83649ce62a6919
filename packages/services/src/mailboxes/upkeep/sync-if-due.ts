import type { Db } from '@doorman/db/client'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { syncMailboxJob } from '../../ports/jobs.ts'
import { unfinishedSyncRetryMs } from './check-due-mailboxes.ts'

/**
 * Enqueues a sync of a mailbox that its user has resumed or chosen, if one is due: once a day on the
 * Free plan, every five minutes on Pro. Otherwise the next regular check picks it up. Without this
 * rule, pausing and resuming would be a way to check a mailbox as often as one likes.
 */
export async function syncIfDue(
  { now, jobs }: Pick<Context, 'now' | 'jobs'>,
  tx: Db,
  mailboxId: MailboxId,
): Promise<void> {
  const at = now()
  const [due] = await tx
    .update(mailboxes)
    .set({ nextCheckAt: new Date(at.getTime() + unfinishedSyncRetryMs) })
    .where(and(eq(mailboxes.id, mailboxId), lte(mailboxes.nextCheckAt, at)))
    .returning({ mailboxId: mailboxes.id })
  if (due) await jobs.enqueue(tx, syncMailboxJob, due)
}
