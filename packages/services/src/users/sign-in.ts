import { AppError } from '@doorman/domain/app-error'
import { delayAfterTries } from '@doorman/domain/login-session'
import type { Context, Visitor } from '../context.ts'
import type { Credentials, SetCookies } from '../login.ts'

/**
 * Signs somebody in. Tries are counted before the password is looked at, by
 * account and by network address, and alike for accounts that do not exist.
 */
export async function signIn(
  ctx: Context,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<SetCookies> {
  const address = email.trim().toLowerCase()
  await ctx.limits.count('login-ip', visitor.ip)
  await ctx.limits.count('login-account-long', address)
  const tries = await ctx.limits.count('login-account-short', address)

  const cookies = await ctx.login.signIn({ email: address, password }, visitor.cookie)
  if (!cookies) {
    await ctx.sleep(delayAfterTries(tries))
    throw new AppError('unauthenticated', 'Invalid email or password')
  }
  await ctx.limits.forgive('login-account-long', address)
  await ctx.limits.forgive('login-account-short', address)
  return cookies
}
