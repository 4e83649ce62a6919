import type { Db } from '@doorman/db/client'
import {
  addressChanges,
  deletedUsers,
  emails,
  mailboxes,
  sessions,
  users,
} from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { recordViewEnds, viewColumns } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'
import {
  deleteOrphanedDecisionsJob,
  deleteOrphanedJobsJob,
  endCustomersJob,
  endUnusedGrantsJob,
} from '../ports/jobs.ts'
import { sayFarewell } from './say-farewell.ts'

/**
 * Deletes a user and, by cascade, everything that belongs to them. Only the decisions follow by a
 * job, because there may be too many for one statement; without their mailboxes nothing reaches
 * them. A tombstone stays, so that late jobs recreate nothing. Other jobs revoke access to the
 * mailboxes, end the subscription, and delete the jobs that name the user; only the records of
 * payments stay, without a name. Returns whether there was such a user.
 *
 * Lock order: the user first, then sessions by id, then all mailboxes. Everything that writes for
 * the user locks the user's row, too, and comes before the deletion or finds the user gone.
 */
export async function eraseUser(
  ctx: Pick<
    Context,
    'db' | 'jobs' | 'limits' | 'notify' | 'now' | 'publicUrl' | 'report' | 'sleep'
  >,
  userId: UserId,
  {
    deletedBy,
    record,
  }: {
    readonly deletedBy: 'user' | 'admin'
    /** Runs in the transaction of the deletion. */
    readonly record?: (tx: Db) => Promise<void>
  },
): Promise<boolean> {
  const user = await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!found) return null
    const views = await lockViews(tx, userId)
    await lockMailboxes(tx, userId)
    await forgetAddress(tx, found)
    await tx.insert(deletedUsers).values({ id: userId, deletedAt: ctx.now() }).onConflictDoNothing()
    await tx.delete(users).where(eq(users.id, userId))
    // An admin who views the app as this user: another id that does not exist ends the view just as
    // well. With no id at all, the admin's next click would act on their own account.
    await tx
      .update(sessions)
      .set({ viewedUserId: sql`gen_random_uuid()`, viewEndsAt: null })
      .where(eq(sessions.viewedUserId, userId))
    await ctx.jobs.enqueue(tx, endUnusedGrantsJob, {})
    await ctx.jobs.enqueue(tx, deleteOrphanedDecisionsJob, {})
    await ctx.jobs.enqueue(tx, endCustomersJob, {})
    await ctx.jobs.enqueue(tx, deleteOrphanedJobsJob, {})
    await record?.(tx)
    await recordViewEnds(ctx, tx, views, { reason: 'account-deleted', ip: null })
    return found
  })
  if (!user) return false
  // The account is gone, so a failure must not fail the deletion. The counts expire within hours.
  await ctx.limits.forget(userId, user.email).catch(ctx.report)
  void sayFarewell(ctx, user.email, deletedBy)
  return true
}

/**
 * Races with a decision, which locks its mailbox and then the user's total. The cascade may lock the
 * total first and then wait for the mailbox, and the two would deadlock. So all mailboxes are locked
 * before anything is deleted.
 */
async function lockMailboxes(tx: Db, userId: UserId): Promise<void> {
  const { id } = mailboxes
  await tx
    .select({ id })
    .from(mailboxes)
    .where(eq(mailboxes.userId, userId))
    .orderBy(id)
    .for('update')
}

/**
 * The views that end: of the app as this user, and the user's own if they are an admin. Races with
 * endView: without the lock, both would record the end of the same view.
 */
async function lockViews(tx: Db, userId: UserId) {
  return tx
    .select(viewColumns)
    .from(sessions)
    .where(or(eq(sessions.userId, userId), eq(sessions.viewedUserId, userId)))
    .orderBy(sessions.id)
    .for('update')
}

/**
 * Other users may have asked to change their address to this one, before or after it got an account.
 * A row that another transaction changes right now is skipped: that one may be about to write to this
 * user, whom we have locked, and the two would deadlock. A change ends within a day, and an email's
 * recipient is emptied when it is sent.
 */
async function forgetAddress(tx: Db, { id, email }: typeof users.$inferSelect): Promise<void> {
  const changes = tx
    .select({ id: addressChanges.id })
    .from(addressChanges)
    .where(and(eq(addressChanges.newEmail, email), ne(addressChanges.userId, id)))
    .for('update', { skipLocked: true })
  await tx.delete(addressChanges).where(inArray(addressChanges.id, changes))
  const orders = tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.recipient, email), ne(emails.userId, id)))
    .for('update', { skipLocked: true })
  await tx.delete(emails).where(inArray(emails.id, orders))
}
