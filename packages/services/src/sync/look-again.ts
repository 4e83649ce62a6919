import type { MailboxId } from '@doorman/domain/ids'
import type { Context } from '../context.ts'
import { syncMailboxJob } from '../jobs.ts'

/** Joins the looks that are asked for, so that a mailbox still has one at a time. */
export function lookAgain(
  { db, jobs }: Context,
  { mailboxId }: { mailboxId: MailboxId },
): Promise<void> {
  return jobs.enqueue(db, syncMailboxJob, { mailboxId })
}
