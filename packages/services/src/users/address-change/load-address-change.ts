import { addressChanges } from '@doorman/db/schema'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

export type AddressChange = typeof addressChanges.$inferSelect

/** The change that waits for its confirmations. */
export async function loadAddressChange(
  { db, now }: Context,
  { userId }: Actor,
): Promise<AddressChange | null> {
  const { appliedAt, expiresAt } = addressChanges
  const [change] = await db
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), isNull(appliedAt), gt(expiresAt, now())))
  return change ?? null
}
