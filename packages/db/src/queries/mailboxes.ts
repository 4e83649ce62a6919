import type { MailboxId } from '@doorman/domain/ids'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { mailboxes } from '../schema.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

/** Active by its user's plan, and not paused. */
export function isLookedAfter(mailboxId: MailboxId) {
  return and(eq(mailboxes.id, mailboxId), mailboxes.isActive, not(mailboxes.isPaused))
}

/** One that is looked after and, as far as we know, lets us in. */
export function isOpen(mailboxId: MailboxId) {
  return and(isLookedAfter(mailboxId), letsUsIn())
}

export async function findOpenMailbox(
  db: Db,
  mailboxId: MailboxId,
): Promise<MailboxRow | undefined> {
  const [mailbox] = await db.select().from(mailboxes).where(isOpen(mailboxId))
  return mailbox
}

/** One that lets us in, as far as we know, be it paused or inactive: for what its user asks of us. */
export async function findReachableMailbox(
  db: Db,
  mailboxId: MailboxId,
): Promise<MailboxRow | undefined> {
  const [mailbox] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.id, mailboxId), letsUsIn()))
  return mailbox
}

function letsUsIn() {
  return sql`${mailboxes.problem} is distinct from 'needs-reconnect'`
}

/** From now on only its user can help. */
export async function noteNeedsReconnect(
  db: Db,
  { id, lastActiveAt }: Pick<MailboxRow, 'id' | 'lastActiveAt'>,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ problem: 'needs-reconnect', nextCheckAt: null })
    // Connected again meanwhile: then this was about tokens of yesterday.
    .where(and(eq(mailboxes.id, id), eq(mailboxes.lastActiveAt, lastActiveAt)))
}

/** Where to go on reading. */
export async function noteCursor(db: Db, mailboxId: MailboxId, cursor: string): Promise<void> {
  await db.update(mailboxes).set({ cursor }).where(eq(mailboxes.id, mailboxId))
}
