import { AppError } from '@doorman/domain/app-error'
import { orderEmails } from '../emails/order-email.ts'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadCurrentUser } from './load-current-user.ts'

export async function resendVerification(ctx: Context, actor: Actor): Promise<void> {
  const user = await loadCurrentUser(ctx, actor)
  await ctx.limits.count('mail-address', user.email)
  if (user.emailVerified) throw new AppError('conflict', 'Your address is already confirmed.')
  await ctx.db.transaction((tx) =>
    orderEmails(ctx, tx, [{ userId: user.id, kind: 'verify-email' }]),
  )
}
