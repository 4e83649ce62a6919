import { AppError } from '@doorman/domain/app-error'
import { orderEmails } from '../emails/order-email.ts'
import type { Actor, Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { loadCurrentUser } from './load-current-user.ts'

/** Changes the password and ends all other login sessions. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('password-user', actor.userId)
  const { email } = await loadCurrentUser(ctx, actor)
  refuseCommonPassword(input.newPassword)
  const cookies = await ctx.login.changePassword(visitor.cookie, input)
  if (!cookies) throw new AppError('invalid', 'Your current password is incorrect.')
  await ctx.limits.reset('password-user', actor.userId)
  // The old session has ended: without the new cookies the user would be signed out.
  await ctx.db
    .transaction((tx) => orderEmails(ctx, tx, [{ userId: actor.userId, kind: 'password-changed' }]))
    .catch(ctx.report)
  const device = await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)
  return [...cookies, ...(device ?? [])]
}
