import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { hasGivenSecondFactor } from './session-proofs.ts'

/** Refuses everybody but an admin who acts as themselves and has given the second factor. */
export async function requireAdmin(ctx: Context, actor: Actor): Promise<void> {
  const [user] = await ctx.db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, actor.userId))
  if (user?.role !== 'admin' || actor.viewerId !== undefined)
    throw new AppError('forbidden', 'This is for admins only.')
  if (ctx.adminsNeedSecondFactor && !(await hasGivenSecondFactor(ctx, actor)))
    throw new AppError(
      'second-factor-needed',
      'Admins need a second factor. Set one up in Account Settings, under “Two-step sign-in”.',
    )
}
