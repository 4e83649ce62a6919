import { lockUser } from '@doorman/db/queries/lock-user'
import { addressChanges, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { dayMs } from '@doorman/domain/time'
import { eq } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { requirePassword } from '../require-password.ts'

const changeLifetimeMs = dayMs

/**
 * Asks the old and the new address to confirm a change, and replaces an earlier request. If another
 * account has the new address, the reply and the screens are the same, to keep addresses secret: its
 * owner gets an email, and the change is never confirmed.
 */
export async function requestAddressChange(
  ctx: Context,
  actor: Actor,
  { password, newEmail }: { readonly password: string; readonly newEmail: string },
): Promise<void> {
  const { userId } = actor
  await requirePassword(ctx, actor, password)
  await ctx.limits.count('change-address-user', userId)
  // However many accounts ask, one address gets few emails. Counted for free and taken ones alike.
  await ctx.limits.count('new-address', newEmail)
  await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new AppError('unauthenticated', 'Please sign in.')
    if (newEmail === user.email) throw new AppError('conflict', 'This is already your address.')
    await tx.delete(addressChanges).where(eq(addressChanges.userId, userId))
    const now = ctx.now()
    const [change] = await tx
      .insert(addressChanges)
      .values({
        userId,
        newEmail,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + changeLifetimeMs),
      })
      .returning({ subjectId: addressChanges.id })
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
    await orderEmails(ctx, tx, [
      { userId, kind: 'confirm-old-address', ...change },
      owner
        ? { userId: owner.id, kind: 'address-taken' }
        : { userId, kind: 'confirm-new-address', recipient: newEmail, ...change },
    ])
  })
}
