import { AppError } from '@doorman/domain/app-error'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { confirmAddress } from './confirm-address.ts'
import { findPasswordHash } from './find-password-hash.ts'
import { redeemAccountLink } from './redeem-account-link.ts'

/**
 * Confirms the user's address by an emailed link. A user without a password has come from a provider,
 * which may let its people claim any address. The owner of the address must not confirm it for a
 * stranger, so the link works in that user's own session only.
 */
export async function verifyEmail(
  ctx: Context,
  visitor: Visitor,
  { token }: { token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  const actor = await ctx.login.findActor(visitor.cookie)
  await ctx.db.transaction(async (tx) => {
    const { id: userId } = await redeemAccountLink(ctx, tx, { token, purpose: 'verify-email' })
    const isOwnSession = actor?.userId === userId && actor.viewerId === undefined
    if (!isOwnSession && (await findPasswordHash(tx, userId)) === null)
      throw new AppError('unauthenticated', 'Sign in first, then open this link again.')
    await confirmAddress(ctx, tx, userId)
  })
}
