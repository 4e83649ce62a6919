import { deletedUsers, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { deleteOrphanedDecisionsJob, endCustomersJob, endUnusedGrantsJob } from '../ports/jobs.ts'
import { isOwnPassword } from './is-own-password.ts'

/**
 * Deletes the user and, by cascade, everything that belongs to them. Only the decisions follow by a
 * job, because there may be too many for one statement; without their mailboxes nothing reaches
 * them. A tombstone stays, so that late jobs recreate nothing. Other jobs revoke access to the
 * mailboxes and end the subscription; only the records of payments stay, without a name.
 */
export async function deleteUser(
  ctx: Context,
  actor: Actor,
  { password }: { password: string },
): Promise<void> {
  await ctx.limits.count('password-user', actor.userId)
  if (!(await isOwnPassword(ctx, actor, password)))
    throw new AppError('invalid', 'That password is incorrect.')

  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(deletedUsers)
      .values({ id: actor.userId, deletedAt: ctx.now() })
      .onConflictDoNothing()
    await tx.delete(users).where(eq(users.id, actor.userId))
    await ctx.jobs.enqueue(tx, endUnusedGrantsJob, {})
    await ctx.jobs.enqueue(tx, deleteOrphanedDecisionsJob, {})
    await ctx.jobs.enqueue(tx, endCustomersJob, {})
  })
}
