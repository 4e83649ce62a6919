import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { eq, and, or, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { findFilteredEmail, listNewest, type FilteredEmail } from './filtered-emails.ts'

export type { FilteredEmail }

type Wanted = {
  readonly search?: string | undefined
  readonly accountId?: MailboxId | undefined
  /** The last one that the caller holds. */
  readonly before?: DecisionId | undefined
  readonly limit: number
}

/** Newest first. After an email that is not there, there is nothing. */
export async function listFilteredEmails(
  { db }: Context,
  { userId }: Actor,
  { search = '', accountId, before, limit }: Wanted,
): Promise<FilteredEmail[]> {
  const last = before && (await findFilteredEmail(db, userId, before))
  if (before && !last) return []
  const isOlder =
    last &&
    sql`(${decisions.receivedAt}, ${decisions.id}) < (${last.receivedAt?.toISOString()}::timestamptz, ${last.id}::uuid)`
  return listNewest(db, userId, {
    which: and(isOlder, mentions(search.trim())),
    inMailbox: accountId && eq(mailboxes.id, accountId),
    limit,
  })
}

/** Letter for letter, in any case. */
function mentions(words: string) {
  if (words === '') return undefined
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const { senderName, senderAddress, subject } = decisions
  return or(...[senderName, senderAddress, subject].map((text) => sql`${text} ilike ${pattern}`))
}
