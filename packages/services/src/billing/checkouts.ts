import type { Db } from '@doorman/db/client'
import { checkouts } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import type { Payments } from '@doorman/payments/payments'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'

export type StoredCheckout = typeof checkouts.$inferSelect

/** Newest first, ended ones included. */
export async function listCheckouts(db: Db, userId: UserId): Promise<readonly StoredCheckout[]> {
  return db
    .select()
    .from(checkouts)
    .where(eq(checkouts.userId, userId))
    .orderBy(desc(checkouts.createdAt), desc(checkouts.providerSessionId))
}

/**
 * Expires the user's open checkouts, so that none of them can be paid as well. Returns whether one
 * of them was complete already.
 */
export async function expireCheckouts(
  ctx: Context,
  payments: Payments,
  ids: readonly string[],
): Promise<boolean> {
  let isAnyComplete = false
  for (const id of ids) {
    if ((await payments.expireCheckout(id)) === 'complete') isAnyComplete = true
    await closeCheckout(ctx, id)
  }
  return isAnyComplete
}

/** Stores that the provider accepts no more payments for the checkout, so it is not asked again. */
export async function closeCheckout({ db, now }: Context, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ expiresAt: now() })
    .where(and(eq(checkouts.providerSessionId, id), gt(checkouts.expiresAt, now())))
}
