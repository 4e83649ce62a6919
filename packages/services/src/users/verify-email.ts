import { redeemLinkToken } from '@doorman/db/queries/link-tokens'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { confirmAddress } from './confirm-address.ts'
import { expiredLink } from './expired-link.ts'

export async function verifyEmail(
  ctx: Context,
  visitor: Visitor,
  { token }: { token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'verify-email', now: ctx.now() })
    if (!userId) throw expiredLink()
    await confirmAddress(ctx, tx, userId)
  })
}
