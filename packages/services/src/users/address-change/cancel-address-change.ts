import { lockUser } from '@doorman/db/queries/lock-user'
import { addressChanges } from '@doorman/db/schema'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

/**
 * Idempotent. The links of the change are deleted with it. Lock order: the user first, as in the
 * deletion of a user, which cascades to the change. Otherwise the two could deadlock.
 */
export async function cancelAddressChange({ db }: Context, { userId }: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await tx
      .delete(addressChanges)
      .where(and(eq(addressChanges.userId, userId), isNull(addressChanges.appliedAt)))
  })
}
