import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { eq, and, or, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findFilteredEmail, listNewest, type FilteredEmail } from './filtered-emails.ts'

export type { FilteredEmail }

type FilteredEmailQuery = {
  readonly search?: string | undefined
  readonly accountId?: MailboxId | undefined
  /** Keyset pagination: the last email of the previous page. */
  readonly before?: DecisionId | undefined
  readonly limit: number
}

/** Newest first. An unknown `before` gives an empty page. */
export async function listFilteredEmails(
  { db }: Context,
  { userId }: Actor,
  { search = '', accountId, before, limit }: FilteredEmailQuery,
): Promise<FilteredEmail[]> {
  const last = before && (await findFilteredEmail(db, userId, before))
  if (before && !last) return []
  const isOlder =
    last &&
    sql`(${decisions.receivedAt}, ${decisions.id}) < (${last.receivedAt?.toISOString()}::timestamptz, ${last.id}::uuid)`
  return listNewest(db, userId, {
    which: and(isOlder, contains(search.trim())),
    inMailbox: accountId && eq(mailboxes.id, accountId),
    limit,
  })
}

/** Plain text search, ignoring case. `%` and `_` are not wildcards. */
function contains(text: string) {
  if (text === '') return undefined
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { senderName, senderAddress, subject } = decisions
  return or(
    ...[senderName, senderAddress, subject].map((column) => sql`${column} ilike ${pattern}`),
  )
}
