import { lockUser } from '@doorman/db/queries/lock-user'
import { AppError } from '@doorman/domain/app-error'
import type { Actor, Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { isOwnPassword } from './is-own-password.ts'
import { loadCurrentUser } from './load-current-user.ts'
import { lockSession } from './lock-session.ts'
import { setPassword } from './set-password.ts'

/** Changes the password and ends all login sessions. This browser gets a new one. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('password-user', actor.userId)
  const { email } = await loadCurrentUser(ctx, actor)
  refuseCommonPassword(input.newPassword, 'newPassword')
  if (!(await isOwnPassword(ctx, actor, input.currentPassword)))
    throw new AppError('invalid', 'Your current password is incorrect.', {
      field: 'currentPassword',
    })
  await ctx.limits.reset('password-user', actor.userId)
  const hash = await ctx.passwords.hash(input.newPassword)
  const cookies = await ctx.db.transaction(async (tx) => {
    // Races with a reset, with another change and with turning the second factor on. Each of them
    // ends this session, unless this session has made the change. The lock on the user orders them.
    await lockUser(tx, actor.userId)
    const session = await lockSession(tx, actor)
    if (!session) throw new AppError('unauthenticated', 'Please sign in again.')
    await setPassword(ctx, tx, { userId: actor.userId, hash, ip: visitor.network })
    const secondFactor = session.secondFactorAt !== null
    return ctx.login.startSession(tx, actor.userId, visitor, { password: true, secondFactor })
  })
  // The password is changed, so a failure here must not fail the change.
  const device = await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)
  return [...cookies, ...(device ?? [])]
}
