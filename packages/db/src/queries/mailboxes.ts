import type { MailboxId } from '@doorman/domain/ids'
import { minuteMs } from '@doorman/domain/time'
import { and, eq, isNull, lt, lte, not, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import type { Value } from '../prepared.ts'
import { mailboxes } from '../schema.ts'
import { isSameTime } from './is-same-time.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

/** The plan includes the mailbox, and the user has not paused it. */
export function isProtected(mailboxId: Value<MailboxId>) {
  return and(eq(mailboxes.id, mailboxId), mailboxes.isActive, not(mailboxes.isPaused))
}

/** Protected, and does not have to be reconnected. */
export function isOpen(mailboxId: MailboxId) {
  return and(isProtected(mailboxId), isAccessible())
}

export async function findOpenMailbox(
  db: Db,
  mailboxId: MailboxId,
): Promise<MailboxRow | undefined> {
  const [mailbox] = await db.select().from(mailboxes).where(isOpen(mailboxId))
  return mailbox
}

/** A mailbox, paused or not, unless it has to be reconnected. For requests of its user. */
export async function findAccessibleMailbox(
  db: Db,
  mailboxId: MailboxId,
): Promise<MailboxRow | undefined> {
  const [mailbox] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.id, mailboxId), isAccessible()))
  return mailbox
}

/** Does not have to be reconnected. */
export function isAccessible() {
  return sql`${mailboxes.problem} is distinct from 'needs-reconnect'`
}

/** A mailbox that was just resumed, or whose check has just begun, is not late for this long. */
const lateGraceMs = 15 * minuteMs

/** Nothing is known to be wrong, but the mailbox was not checked as often as its plan says. */
export function isLateMailbox(now: Date) {
  return and(
    mailboxes.isActive,
    not(mailboxes.isPaused),
    isNull(mailboxes.problem),
    lt(mailboxes.lateAfter, now),
    lt(mailboxes.lastActiveAt, new Date(now.getTime() - lateGraceMs)),
    // If the next check is further away, a change of plan has lengthened the interval.
    lte(mailboxes.nextCheckAt, new Date(now.getTime() + lateGraceMs)),
  )
}

/** From now on only the user can repair the connection. */
export async function markNeedsReconnect(
  db: Db,
  { id, lastActiveAt }: Pick<MailboxRow, 'id' | 'lastActiveAt'>,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ problem: 'needs-reconnect', nextCheckAt: null })
    // Races with the user, who may reconnect while a call with the old tokens fails. Reconnecting
    // changes lastActiveAt, so the failure of the old tokens does not mark the new connection.
    .where(and(eq(mailboxes.id, id), isSameTime(mailboxes.lastActiveAt, lastActiveAt)))
}

/** Saves where the next sync continues. */
export async function saveCursor(db: Db, mailboxId: MailboxId, cursor: string): Promise<void> {
  await db.update(mailboxes).set({ cursor }).where(eq(mailboxes.id, mailboxId))
}
