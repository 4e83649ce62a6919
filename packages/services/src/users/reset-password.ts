import { redeemLinkToken } from '@doorman/db/queries/link-tokens'
import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { confirmAddress } from './confirm-address.ts'
import { expiredLink } from './expired-link.ts'
import { setPassword } from './set-password.ts'
import { resetSignInsOf } from './sign-in-limits.ts'

/**
 * Sets a new password by an emailed link and ends all login sessions. The link also proves that the
 * address belongs to the user, so the limits of their sign-ins start again and this device becomes a
 * known one: a stranger's attempts cannot keep the user from signing in with it.
 */
export async function resetPassword(
  ctx: Context,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('link-ip', visitor.network)
  refuseCommonPassword(newPassword)
  const hash = await ctx.passwords.hash(newPassword)
  const address = await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'reset-password', now: ctx.now() })
    if (!userId) throw expiredLink()
    await setPassword(ctx, tx, { userId, hash })
    await confirmAddress(ctx, tx, userId)
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    return user?.email
  })
  // Only now: other processes see the new password, and the device's cookie is signed with it.
  if (address === undefined) return []
  // The link is used up, so a failure here must not fail the reset.
  await resetSignInsOf(ctx.limits, address).catch(ctx.report)
  return (await ctx.devices.remember(visitor.cookie, address).catch(ctx.report)) ?? []
}
