import { mailboxes } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { and, asc, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

/** Far more than a user has. The page shows all of them. */
const maxMailboxes = 500

export async function listMailboxes(
  { db }: Context,
  { userId }: Actor,
  { provider }: { provider: MailProvider },
): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.userId, userId), eq(mailboxes.provider, provider)))
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id))
    .limit(maxMailboxes)
}
