import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import { orderEmails, type EmailOrder } from '../emails/order-email.ts'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Credentials, SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { createUser } from './create-user.ts'

/**
 * Creates an account and signs in. If the address is taken the error does not say so, to keep
 * addresses secret; its owner gets an email.
 */
export async function registerUser(
  ctx: Context,
  visitor: Visitor,
  credentials: Credentials,
): Promise<SetCookies> {
  await ctx.limits.count('register-ip', visitor.network)
  refuseCommonPassword(credentials.password, 'password')
  const { email, password } = credentials
  const passwordHash = await ctx.passwords.hash(password)
  const cookies = await ctx.db.transaction(async (tx) => {
    const signIn = { with: 'credential', passwordHash } as const
    const userId = await createUser(ctx, tx, { email, isVerified: false, signIn })
    if (!userId) return null
    return ctx.login.startSession(tx, userId, visitor, { password: true, secondFactor: false })
  })
  await sendRegistrationEmail(ctx, email, cookies !== null)
  if (!cookies)
    throw new AppError('conflict', 'We couldn’t create an account with this address and password.')
  const device = await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)
  return [...cookies, ...(device ?? [])]
}

/**
 * A failure here must not fail the registration, which is committed. The user can ask for the link
 * again, and `orderNewUserNotices` orders the notice to the operator later. The owner of a taken
 * address gets few of these emails, however often strangers register it. They have a limit of their
 * own, so the owner can still ask for reset emails.
 */
async function sendRegistrationEmail(ctx: Context, email: string, isNew: boolean): Promise<void> {
  try {
    const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!isNew) await ctx.limits.count('taken-address', email)
    if (!user) return
    await ctx.db.transaction(async (tx) => {
      const orders: EmailOrder[] = isNew
        ? [
            { userId: user.id, kind: 'verify-email' },
            { userId: user.id, kind: 'new-user', occasion: 'once' },
          ]
        : [{ userId: user.id, kind: 'address-taken' }]
      await orderEmails(ctx, tx, orders)
    })
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === 'too-many'
    if (!isLimited) ctx.report(error)
  }
}
