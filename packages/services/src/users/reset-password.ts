import { accounts, sessions, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq } from 'drizzle-orm'
import type { Context, Visitor } from '../context.ts'
import { sendMailJob } from '../jobs.ts'
import { redeemLinkToken } from './link-tokens.ts'
import { refuseCommonPassword } from './common-passwords.ts'

/**
 * Sets a new password for whoever holds a mailed link, and ends all login
 * sessions. Holding the link also proves the address.
 */
export async function resetPassword(
  ctx: Context,
  visitor: Visitor,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  await ctx.limits.count('link-ip', visitor.ip)
  refuseCommonPassword(newPassword)
  const hash = await ctx.passwords.hash(newPassword)
  await ctx.db.transaction(async (tx) => {
    const userId = await redeemLinkToken(tx, { token, purpose: 'reset-password', now: ctx.now() })
    if (!userId)
      throw new AppError('invalid', 'This link has expired or was used before. Ask for a new one.')
    await tx
      .update(accounts)
      .set({ password: hash, updatedAt: ctx.now() })
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await ctx.jobs.enqueue(tx, sendMailJob, { userId, kind: 'password-changed' })
  })
}
