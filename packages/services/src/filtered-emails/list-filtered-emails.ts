import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { toCondition, type EmailFilters } from './email-filters.ts'
import {
  findFilteredEmail,
  listEmails,
  type EmailOrder,
  type FilteredEmail,
} from './filtered-emails.ts'

export type { FilteredEmail }

type FilteredEmailQuery = EmailFilters & {
  readonly order?: EmailOrder | undefined
  /** Keyset pagination: the last email of the previous page. */
  readonly cursor?: DecisionId | undefined
  readonly limit: number
}

/** Newest first, unless `order` says otherwise. An unknown `cursor` gives an empty page. */
export async function listFilteredEmails(
  { db }: Context,
  { userId }: Actor,
  { order = 'newest', cursor, limit, ...filters }: FilteredEmailQuery,
): Promise<FilteredEmail[]> {
  const last = cursor && (await findFilteredEmail(db, userId, cursor))
  if (cursor && !last) return []
  const { accountId, search } = filters
  return listEmails(db, userId, {
    which: await toCondition(db, userId, filters),
    search,
    last: last || undefined,
    inMailbox: accountId && eq(mailboxes.id, accountId),
    order,
    limit,
  })
}
