import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { expiredLink, redeemLinkToken } from './link-tokens.ts'

export async function verifyEmail(
  ctx: Context,
  visitor: Visitor,
  { token }: { token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'verify-email', now: ctx.now() })
    if (!userId) throw expiredLink()
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  })
}
