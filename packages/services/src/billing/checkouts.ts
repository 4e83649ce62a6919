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
 * Makes checkouts unusable that the user has left open, so that none of them is paid as well. Returns
 * whether one of them was complete already.
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

/** The provider no longer accepts a payment: remembered, so that it is not asked again. */
export async function closeCheckout({ db, now }: Context, id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ expiresAt: now() })
    .where(and(eq(checkouts.providerSessionId, id), gt(checkouts.expiresAt, now())))
}
