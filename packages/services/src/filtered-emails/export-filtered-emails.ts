import { loadTimeZone } from '@doorman/db/queries/time-zones'
import { mailboxes } from '@doorman/db/schema'
import { byteOrderMark, toCsvLine } from '@doorman/domain/accounts/csv'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { toCondition, type EmailFilters } from './email-filters.ts'
import { toCells, toHeadings } from './email-line.ts'
import { listEmails, type FilteredEmail } from './filtered-emails.ts'

const emailsPerPage = 500

/**
 * The user's emails as a CSV file, newest first, page by page: a large file needs little memory, and
 * no connection to the database while the browser reads.
 */
export async function* exportFilteredEmails(
  ctx: Context,
  { userId }: Actor,
  filters: EmailFilters,
): AsyncGenerator<string, void, undefined> {
  const { db } = ctx
  await ctx.limits.count('email-export-user', userId)
  const timeZone = await loadTimeZone(db, userId)
  // Swedish writes times as ISO 8601 does, which every spreadsheet reads.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  const times = new Intl.DateTimeFormat('sv-SE', format)
  const accounts = await db
    .select({ id: mailboxes.id, address: mailboxes.address })
    .from(mailboxes)
    .where(eq(mailboxes.userId, userId))
  const addresses = new Map(accounts.map(({ id, address }) => [id, address]))
  const which = await toCondition(db, userId, filters)
  const { accountId, search } = filters

  yield byteOrderMark + toCsvLine(toHeadings(timeZone))
  for (let last: FilteredEmail | undefined; ;) {
    const emails = await listEmails(db, userId, {
      which,
      search,
      last,
      inMailbox: accountId && eq(mailboxes.id, accountId),
      order: 'newest',
      limit: emailsPerPage,
    })
    last = emails.at(-1)
    if (!last) return
    const toLine = (email: FilteredEmail) =>
      toCsvLine(toCells(email, addresses.get(email.mailboxId) ?? '', (at) => times.format(at)))
    yield emails.map(toLine).join('')
    if (emails.length < emailsPerPage) return
  }
}
