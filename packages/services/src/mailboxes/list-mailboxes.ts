import { correspondentIndexes, mailboxes } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { toIndexProgress, type IndexProgress } from '@doorman/domain/screening/correspondents'
import { and, asc, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type ListedMailbox = typeof mailboxes.$inferSelect & {
  /** Progress of the index of correspondents; `null` unless it is read for the first time. */
  readonly indexProgress: IndexProgress | null
}

/** Far more than a user has. The page shows all of them. */
const maxMailboxes = 500

export async function listMailboxes(
  { db }: Context,
  { userId }: Actor,
  { provider }: { provider: MailProvider },
): Promise<ListedMailbox[]> {
  const rows = await db
    .select({ mailbox: mailboxes, index: correspondentIndexes })
    .from(mailboxes)
    .leftJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxes.id))
    .where(and(eq(mailboxes.userId, userId), eq(mailboxes.provider, provider)))
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id))
    .limit(maxMailboxes)
  return rows.map(({ mailbox, index }) => ({
    ...mailbox,
    indexProgress: index && toIndexProgress(index),
  }))
}
