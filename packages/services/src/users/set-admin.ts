import { sessions, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Makes a user an admin, or takes that away. Their login sessions end: power changes hands at the door. */
export async function setAdmin(
  ctx: Pick<Context, 'db'>,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ role: isAdmin ? 'admin' : 'user' })
      .where(eq(users.email, email))
      .returning({ id: users.id })
    if (!user) throw new AppError('not-found', `There is no user with the address ${email}`)
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
  })
}
