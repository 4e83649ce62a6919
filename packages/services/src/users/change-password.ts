import { AppError } from '@doorman/domain/app-error'
import type { Actor, Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import type { SetCookies } from '../login.ts'
import { refuseCommonPassword } from './common-passwords.ts'

/** Changes the password; every other login session of the user ends. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('password-user', actor.userId)
  refuseCommonPassword(input.newPassword)
  const cookies = await ctx.login.changePassword(visitor.cookie, input)
  if (!cookies) throw new AppError('invalid', 'Your current password is not right.')
  await ctx.limits.forgive('password-user', actor.userId)
  // The old login session is gone: without its cookies the user would be out, mail or no mail.
  await ctx.jobs
    .enqueue(ctx.db, sendMailJob, { userId: actor.userId, kind: 'password-changed' })
    .catch(ctx.report)
  return cookies
}
