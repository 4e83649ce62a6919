import { isOpen } from '@doorman/db/queries/mailboxes'
import {
  correspondentIndexes,
  lessons,
  mailboxes,
  subscriptions,
  undecidedMessages,
  users,
} from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { preferenceColumns, toPreferences } from './preferences.ts'

export type Start = Awaited<ReturnType<typeof beginScreening>>[number]

/**
 * Counts the start of undecided messages before they are read, since reading one may crash the process.
 * Returns them with what screening needs to know of their mailbox; none if they are already decided or
 * the mailbox is not open to us.
 */
export async function beginScreening(ctx: Context, mailboxId: MailboxId, which: SQL | undefined) {
  const rows = await ctx.db
    .update(undecidedMessages)
    .set({ startCount: sql`${undecidedMessages.startCount} + 1` })
    .from(mailboxes)
    .innerJoin(users, eq(users.id, mailboxes.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(lessons, eq(lessons.userId, users.id))
    .leftJoin(correspondentIndexes, eq(correspondentIndexes.mailboxId, mailboxes.id))
    .where(and(eq(undecidedMessages.mailboxId, mailboxId), which, isOpen(mailboxId)))
    .returning({
      providerMessageId: undecidedMessages.providerMessageId,
      startCount: undecidedMessages.startCount,
      foundAt: undecidedMessages.foundAt,
      isFirstScan: undecidedMessages.isFirstScan,
      isNewArrival: undecidedMessages.isNewArrival,
      wasMovedToInbox: undecidedMessages.wasMovedToInbox,
      row: mailboxes,
      index: correspondentIndexes,
      settings: preferenceColumns,
    })
  return rows.map(({ settings, ...start }) => ({
    ...start,
    preferences: toPreferences(settings, start.row, ctx.now()),
  }))
}
