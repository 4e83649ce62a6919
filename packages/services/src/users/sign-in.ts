import { AppError } from '@doorman/domain/app-error'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { delayAfterTries } from '@doorman/domain/accounts/login-session'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Credentials, SetCookies } from '../ports/login.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'

/**
 * Signs a user in. Attempts are counted before the password is checked, by address and by network,
 * and in the same way for addresses without an account.
 */
export async function signIn(
  ctx: Context,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<SetCookies> {
  const address = normaliseAddress(email)
  // The strictest limit first: it refuses from memory, without a query and without other counts.
  const tries = await ctx.limits.count('login-address-short', address)
  await ctx.limits.count('login-ip', visitor.network)
  await ctx.limits.count('login-address-long', address)

  const cookies = await ctx.login.signIn({ email: address, password }, visitor.cookie)
  if (!cookies) {
    await ctx.sleep(delayAfterTries(tries))
    throw new AppError('unauthenticated', 'Invalid email or password.')
  }
  await resetSignInLimits(ctx, address)
  return cookies
}
