import { decisions, mailboxes } from '@doorman/db/schema'
import { sql, type SQL } from 'drizzle-orm'

const { senderName, senderAddress, subject, mailboxId } = decisions

/** What is searched, as in the index decisions_search. The line breaks keep its parts apart. */
const searchedText = sql`(coalesce(${senderName}, '') || e'\\n' || coalesce(${senderAddress}, '') || e'\\n' || coalesce(${subject}, ''))`

/**
 * Compares mailbox ids as text, so that only the index decisions_search applies. The planner knows
 * only how many emails a mailbox has on average, and would read all of a large one by another
 * index.
 */
export const isOfMailboxInSearch = sql`${mailboxId}::text = ${mailboxes.id}::text`

/** Plain text search, ignoring case. `%` and `_` are not wildcards. */
export function contains(text: string): SQL {
  if (text.includes('\n')) return sql`false`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${searchedText} ilike ${pattern}`
}

/** Whether three letters or digits are in a row. The trigram index cannot find a shorter text. */
export function hasParts(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text)
}
