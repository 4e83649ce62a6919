import { mailboxes } from '@doorman/db/schema'
import type { Provider } from '@doorman/domain/mailbox'
import { and, asc, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

/** Far more than anybody has; a page shows them all. */
const mostMailboxes = 500

export async function listMailboxes(
  { db }: Context,
  { userId }: Actor,
  { provider }: { provider: Provider },
): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.userId, userId), eq(mailboxes.provider, provider)))
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id))
    .limit(mostMailboxes)
}
