import { accounts, sessions, users } from '@doorman/db/schema'
import { and, eq } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { forgiveTries } from './forgive-tries.ts'
import { expiredLink, redeemLinkToken } from './link-tokens.ts'

/**
 * Sets a new password for whoever holds a mailed link, and ends all login
 * sessions. Holding the link also proves the address.
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
    if (user) await forgiveTries(ctx, user.email)
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await ctx.jobs.enqueue(tx, sendMailJob, { userId, kind: 'password-changed' })
  })
}
