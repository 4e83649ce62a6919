import { isUnexpired } from '@doorman/db/queries/link-tokens'
import { linkTokens, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { confirmAddress } from './confirm-address.ts'
import { findPasswordHash } from './find-password-hash.ts'
import { redeemAccountLink } from './redeem-account-link.ts'

/**
 * Confirms the user's address by an emailed link. A user without a password has come from a provider,
 * which may let its people claim any address. The owner of the address must not confirm it for a
 * stranger, so the link works in that user's own session only. Opening the link a second time changes
 * nothing and succeeds.
 */
export async function verifyEmail(
  ctx: Context,
  visitor: Visitor,
  { token }: { token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  if (await hasConfirmed(ctx, token)) return
  const actor = await ctx.login.findActor(visitor.cookie)
  await ctx.db.transaction(async (tx) => {
    const { id: userId } = await redeemAccountLink(ctx, tx, { token, purpose: 'verify-email' })
    const isOwnSession = actor?.userId === userId && actor.viewerId === undefined
    if (!isOwnSession && (await findPasswordHash(tx, userId)) === null)
      throw new AppError('unauthenticated', 'Sign in first, then open this link again.')
    await confirmAddress(ctx, tx, userId)
  })
}

/** Whether the link was used before and the address of its user is confirmed. */
async function hasConfirmed({ db, now }: Context, token: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(linkTokens)
    .innerJoin(users, eq(users.id, linkTokens.userId))
    .where(
      and(
        isUnexpired({ token, purpose: 'verify-email', now: now() }),
        isNotNull(linkTokens.usedAt),
        users.emailVerified,
      ),
    )
  return user !== undefined
}
