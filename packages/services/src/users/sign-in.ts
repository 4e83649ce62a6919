import { AppError } from '@doorman/domain/app-error'
import { normaliseAddress } from '@doorman/domain/email-address'
import { delayAfterTries } from '@doorman/domain/login-session'
import type { Context, Visitor } from '../context.ts'
import type { Credentials, SetCookies } from '../login.ts'
import { forgiveTries } from './forgive-tries.ts'

/**
 * Signs somebody in. Tries are counted before the password is looked at, by
 * address and by network, and alike for addresses that nobody has.
 */
export async function signIn(
  ctx: Context,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<SetCookies> {
  const address = normaliseAddress(email)
  // First the one that refuses most, and from memory: a refused try costs no query and no other count.
  const tries = await ctx.limits.count('login-address-short', address)
  await ctx.limits.count('login-ip', visitor.network)
  await ctx.limits.count('login-address-long', address)

  const cookies = await ctx.login.signIn({ email: address, password }, visitor.cookie)
  if (!cookies) {
    await ctx.sleep(delayAfterTries(tries))
    throw new AppError('unauthenticated', 'Invalid email or password.')
  }
  await forgiveTries(ctx, address)
  return cookies
}
