import { AppError } from '@doorman/domain/app-error'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { delayAfterTries } from '@doorman/domain/accounts/login-session'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Credentials, SetCookies } from '../ports/login.ts'
import { countSignIn, resetSignIn } from './sign-in-limits.ts'

/**
 * Signs a user in. Attempts are counted before the password is checked, and in the same way for
 * addresses without an account.
 */
export async function signIn(
  ctx: Context,
  { cookie, network }: Visitor,
  { email, password }: Credentials,
): Promise<SetCookies> {
  const address = normaliseAddress(email)
  const device = await ctx.devices.findKnown(cookie, address)
  const attempt = { address, network, device }
  const tries = await countSignIn(ctx.limits, attempt)

  const cookies = await ctx.login.signIn({ email: address, password }, cookie)
  if (!cookies) {
    await ctx.sleep(delayAfterTries(tries))
    throw new AppError('unauthenticated', 'Invalid email or password.')
  }
  await resetSignIn(ctx.limits, attempt)
  const remembered = await ctx.devices.remember(cookie, address).catch(ctx.report)
  return [...cookies, ...(remembered ?? [])]
}
