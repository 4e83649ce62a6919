import type { Db } from '@doorman/db/client'
import { accounts, sessions } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import { orderEmails } from '../emails/order-email.ts'
import type { Context } from '../ports/context.ts'

/** Stores a new password, ends all login sessions of the user and orders the email about it. */
export async function setPassword(
  ctx: Context,
  tx: Db,
  { userId, hash }: { readonly userId: UserId; readonly hash: string },
): Promise<void> {
  await tx
    .update(accounts)
    .set({ password: hash, updatedAt: ctx.now() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await orderEmails(ctx, tx, [{ userId, kind: 'password-changed' }])
}
