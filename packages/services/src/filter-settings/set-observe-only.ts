import { mailboxes } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Judge and record the emails of a mailbox, but move nothing. */
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
  if (changed.length === 0) throw new AppError('not-found', 'This account isn’t connected.')
}
