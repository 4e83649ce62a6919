import { AppError } from '@doorman/domain/app-error'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { delayAfterTries } from '@doorman/domain/accounts/login-session'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { Credentials } from '../ports/login.ts'
import { checkCredentials } from './check-credentials.ts'
import { finishSignIn, type FinishedSignIn } from './finish-sign-in.ts'
import { countSignIn, resetSignIn } from './sign-in-limits.ts'

/**
 * Signs a user in, or asks for their second factor. Attempts are counted before the password is
 * checked, and in the same way for addresses without an account.
 */
export async function signIn(
  ctx: Context,
  visitor: Visitor,
  { email, password }: Credentials,
): Promise<FinishedSignIn> {
  const { cookie, network } = visitor
  const address = normaliseAddress(email)
  const device = await ctx.devices.findKnown(cookie, address)
  const attempt = { address, network, device }
  const tries = await countSignIn(ctx.limits, attempt)

  const found = await checkCredentials(ctx, { email: address, password })
  if (!found) {
    await ctx.sleep(delayAfterTries(tries))
    throw new AppError('unauthenticated', 'Invalid email or password.')
  }
  await resetSignIn(ctx.limits, attempt)
  return finishSignIn(ctx, visitor, found.userId, { provider: 'credential', hash: found.hash })
}
