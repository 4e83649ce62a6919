import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { findPasswordHash } from './find-password-hash.ts'
import { isOwnPassword } from './is-own-password.ts'

/** Checks the password before a grave act: a computer left unlocked must not be enough. */
export async function requirePassword(ctx: Context, actor: Actor, password: string): Promise<void> {
  await ctx.limits.count('password-user', actor.userId)
  if (!(await isOwnPassword(ctx, actor, password)))
    throw new AppError('invalid', 'That password is incorrect.')
  await ctx.limits.reset('password-user', actor.userId)
}

/** The same, for acts that are open to users without a password. */
export async function requirePasswordIfSet(
  ctx: Context,
  actor: Actor,
  password = '',
): Promise<void> {
  if ((await findPasswordHash(ctx.db, actor.userId)) !== null)
    await requirePassword(ctx, actor, password)
}
