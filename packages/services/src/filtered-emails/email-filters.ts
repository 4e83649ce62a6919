import { certainty, hasState, type ListedState } from '@doorman/db/queries/listed-decisions'
import { loadTimeZone, toEndOfDay, toStartOfDay } from '@doorman/db/queries/time-zones'
import type { Db } from '@doorman/db/client'
import { decisions } from '@doorman/db/schema'
import type { MailboxId, UserId } from '@doorman/domain/ids'
import type { Category } from '@doorman/domain/screening/categories'
import { certainScore } from '@doorman/domain/screening/certainty'
import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'

/** Which emails are listed. All filters apply together. */
export type EmailFilters = {
  /** Part of the sender or the subject. */
  readonly search?: string | undefined
  readonly accountId?: MailboxId | undefined
  readonly kind?: Category | undefined
  /** The first and the last day of arrival, in the user's time zone. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Emails that were filtered because of their sender have no score, and count as certain. */
  readonly certainty?: 'low' | 'high' | undefined
  readonly state?: ListedState | undefined
}

/** The filters as a condition on decisions, except the account and the search. */
export async function toCondition(
  db: Db,
  userId: UserId,
  { kind, since, until, certainty: wanted, state: of }: EmailFilters,
): Promise<SQL | undefined> {
  const timeZone = (since ?? until) ? await loadTimeZone(db, userId) : 'UTC'
  return and(
    kind && isOfKind(kind),
    since === undefined
      ? undefined
      : sql`${decisions.receivedAt} >= ${toStartOfDay(since, timeZone)}`,
    until === undefined ? undefined : sql`${decisions.receivedAt} < ${toEndOfDay(until, timeZone)}`,
    wanted && sql`${certainty} ${sql.raw(wanted === 'low' ? '<' : '>=')} ${certainScore}`,
    of && hasState[of],
  )
}

/** Emails that were filtered because of their sender were not judged, and are shown as `other`. */
function isOfKind(kind: Category) {
  const isJudged = eq(decisions.category, kind)
  return kind === 'other' ? or(isJudged, isNull(decisions.category)) : isJudged
}
