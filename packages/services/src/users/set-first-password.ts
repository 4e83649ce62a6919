import { orderEmails } from '../emails/order-email.ts'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { confirmAddress } from './confirm-address.ts'
import { refuseUnlessFirst } from './first-password.ts'
import { redeemAccountLink } from './redeem-account-link.ts'
import { storePassword } from './set-password.ts'

/**
 * Adds a password to an account that has none, by a link that its signed-in user has ordered. Unlike
 * a reset, it keeps the sessions and the linked providers.
 */
export async function setFirstPassword(
  ctx: Context,
  visitor: Visitor,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<SetCookies> {
  await ctx.limits.count('link-ip', visitor.network)
  refuseCommonPassword(newPassword, 'newPassword')
  const hash = await ctx.passwords.hash(newPassword)
  const actor = await ctx.login.findActor(visitor.cookie)
  const { email } = await ctx.db.transaction(async (tx) => {
    // Races with a reset: this would replace the password that the owner has just chosen. The lock
    // on the user orders them, and the second finds a password.
    const user = await redeemAccountLink(ctx, tx, { token, purpose: 'set-password' })
    await refuseUnlessFirst(tx, actor, user.id)
    await confirmAddress(ctx, tx, user.id)
    await storePassword(ctx, tx, { userId: user.id, hash })
    await orderEmails(ctx, tx, [{ userId: user.id, kind: 'password-set' }])
    return user
  })
  // The password is set, so a failure here must not fail the request.
  return (await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)) ?? []
}
