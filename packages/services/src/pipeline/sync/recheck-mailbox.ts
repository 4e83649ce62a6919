import type { MailboxId } from '@doorman/domain/ids'
import type { Context } from '../../ports/context.ts'
import { syncMailboxJob } from '../../ports/jobs.ts'

/** Enqueues an ordinary sync, so that its deduplication key applies. */
export function recheckMailbox(
  { db, jobs }: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  return jobs.enqueue(db, syncMailboxJob, { mailboxId })
}
