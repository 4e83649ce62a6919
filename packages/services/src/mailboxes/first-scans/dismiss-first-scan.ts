import { mailboxes } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { sql } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { isOwnAccount, notConnected } from '../own-mailbox.ts'

/** The summary of the first scan is not shown again. Idempotent. */
export async function dismissFirstScan(
  { db, now }: Context,
  actor: Actor,
  { mailboxId }: { readonly mailboxId: MailboxId },
): Promise<void> {
  const { firstScanDismissedAt } = mailboxes
  const dismissed = await db
    .update(mailboxes)
    .set({
      firstScanDismissedAt: sql`coalesce(${firstScanDismissedAt}, ${now().toISOString()}::timestamptz)`,
    })
    .where(isOwnAccount(actor, mailboxId))
    .returning({ id: mailboxes.id })
  if (dismissed.length === 0) throw notConnected()
}
