import { sessions } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { isOwnPassword } from './is-own-password.ts'

/** Notes in the login session that the password was given just now. */
export async function confirmPassword(
  ctx: Context,
  actor: Actor,
  { password }: { password: string },
): Promise<void> {
  await ctx.limits.count('password-user', actor.userId)
  if (!(await isOwnPassword(ctx, actor, password)))
    throw new AppError('invalid', 'That password is incorrect.')
  await ctx.limits.reset('password-user', actor.userId)
  await ctx.db
    .update(sessions)
    .set({ passwordAt: ctx.now() })
    .where(eq(sessions.id, actor.sessionId))
}
