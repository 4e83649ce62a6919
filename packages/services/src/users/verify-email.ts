import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import { redeemLinkToken } from './link-tokens.ts'

export async function verifyEmail(
  ctx: Context,
  visitor: Visitor,
  { token }: { token: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.ip)
  await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'verify-email', now: ctx.now() })
    if (!userId)
      throw new AppError('invalid', 'This link has expired or was used before. Ask for a new one.')
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  })
}
