import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { MailKind } from '@doorman/notify/notify'
import { eq } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import type { Credentials, SetCookies } from '../login.ts'
import { refuseCommonPassword } from './common-passwords.ts'

/**
 * Makes an account and signs in at once. An address that is taken is refused
 * without saying so; its owner is told by mail.
 */
export async function registerUser(
  ctx: Context,
  visitor: Visitor,
  credentials: Credentials,
): Promise<SetCookies> {
  await ctx.limits.count('register-ip', visitor.network)
  refuseCommonPassword(credentials.password)
  const cookies = await ctx.login.register(credentials)
  await tell(ctx, credentials.email, cookies ? 'verify-email' : 'address-taken')
  if (!cookies)
    throw new AppError('conflict', 'We could not create an account with this address and password.')
  return cookies
}

/** The account stands, or does not, whatever becomes of the mail: the link can be asked for again. */
async function tell(ctx: Context, email: string, kind: MailKind): Promise<void> {
  try {
    const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (user) await ctx.jobs.enqueue(ctx.db, sendMailJob, { userId: user.id, kind })
  } catch (error) {
    ctx.report(error)
  }
}
