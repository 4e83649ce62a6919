import type { Db } from '@doorman/db/client'
import { accounts } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, ne } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { confirmAddress } from './confirm-address.ts'
import { redeemAccountLink } from './redeem-account-link.ts'
import { setPassword } from './set-password.ts'
import { resetSignInsOf } from './sign-in-limits.ts'

/**
 * Sets a new password by an emailed link and ends all login sessions and other ways to sign in. The
 * link also proves that the address belongs to the user, so the limits of their sign-ins start again
 * and this device becomes a known one: a stranger's attempts cannot keep the user from signing in
 * with it.
 */
export async function resetPassword(
  ctx: Context,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('link-ip', visitor.network)
  refuseCommonPassword(newPassword, 'newPassword')
  const hash = await ctx.passwords.hash(newPassword)
  const { email } = await ctx.db.transaction(async (tx) => {
    const user = await redeemAccountLink(ctx, tx, { token, purpose: 'reset-password' })
    await dropIdentities(tx, user.id)
    await confirmAddress(ctx, tx, user.id)
    await setPassword(ctx, tx, { userId: user.id, hash, ip: visitor.network })
    return user
  })
  // Only now: other processes see the new password, and the device's cookie is signed with it.
  // The link is used up, so a failure here must not fail the reset.
  await resetSignInsOf(ctx.limits, email).catch(ctx.report)
  return (await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)) ?? []
}

/**
 * Ends every way in that a stranger may have: they may have got in and linked an account of their
 * own, or created this account with a Microsoft account that claims the user's address. An account
 * whose provider proves the address is linked again at its next sign-in.
 */
async function dropIdentities(tx: Db, userId: UserId): Promise<void> {
  await tx
    .delete(accounts)
    .where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
}
