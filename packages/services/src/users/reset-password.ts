import { accounts, sessions, users } from '@doorman/db/schema'
import { and, eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { sendEmailJob } from '../ports/jobs.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { resetSignInLimits } from './reset-sign-in-limits.ts'
import { expiredLink, redeemLinkToken } from './link-tokens.ts'

/**
 * Sets a new password by an emailed link and ends all login sessions. The link also proves that the
 * address belongs to the user.
 */
export async function resetPassword(
  ctx: Context,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.network)
  refuseCommonPassword(newPassword)
  const hash = await ctx.passwords.hash(newPassword)
  await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'reset-password', now: ctx.now() })
    if (!userId) throw expiredLink()
    await tx
      .update(accounts)
      .set({ password: hash, updatedAt: ctx.now() })
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, userId))
      .returning({ email: users.email })
    if (user) await resetSignInLimits(ctx, user.email)
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await ctx.jobs.enqueue(tx, sendEmailJob, { userId, kind: 'password-changed' })
  })
}
