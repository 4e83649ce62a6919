import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

/** Judge, record and move nothing, in one mailbox. */
export async function setObserveOnly(
  { db }: Context,
  { userId }: Actor,
  { mailboxId, isOn }: { readonly mailboxId: MailboxId; readonly isOn: boolean },
): Promise<void> {
  const changed = await db
    .update(mailboxes)
    .set({ isObserveOnly: isOn })
    .where(and(eq(mailboxes.id, mailboxId), eq(mailboxes.userId, userId)))
    .returning({ id: mailboxes.id })
  if (changed.length === 0) throw new AppError('not-found', 'This account is not connected.')
}
