import { AppError } from '@doorman/domain/app-error'
import type { Actor, Context } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import { loadCurrentUser } from './load-current-user.ts'

export async function resendVerification(ctx: Context, actor: Actor): Promise<void> {
  const user = await loadCurrentUser(ctx, actor)
  await ctx.limits.count('mail-address', user.email)
  if (user.emailVerified) throw new AppError('conflict', 'Your address is confirmed already.')
  await ctx.jobs.enqueue(ctx.db, sendMailJob, { userId: user.id, kind: 'verify-email' })
}
