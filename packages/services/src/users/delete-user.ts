import { accounts, deletedUsers, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { endGrantsJob } from '../jobs.ts'

/**
 * Deletes the actor's account and everything that hangs on it, login sessions
 * and mailboxes included. A tombstone stays, so that late work re-creates
 * nothing; access to the mailboxes is given back by a job.
 */
export async function deleteUser(
  ctx: Context,
  actor: Actor,
  { password }: { password: string },
): Promise<void> {
  await ctx.limits.count('password-user', actor.userId)
  const [account] = await ctx.db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.userId), eq(accounts.providerId, 'credential')))
  const isRight =
    account?.password != null && (await ctx.passwords.verify(password, account.password))
  if (!isRight) throw new AppError('invalid', 'That password is not right.')

  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(deletedUsers)
      .values({ id: actor.userId, deletedAt: ctx.now() })
      .onConflictDoNothing()
    await tx.delete(users).where(eq(users.id, actor.userId))
    await ctx.jobs.enqueue(tx, endGrantsJob, {})
  })
}
