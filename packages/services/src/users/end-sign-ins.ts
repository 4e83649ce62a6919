import type { Db } from '@doorman/db/client'
import { pendingSignIns, sessions } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, ne } from 'drizzle-orm'

/** Ends the user's sessions, and sign-ins that wait for the second factor. */
export async function endSignIns(
  tx: Db,
  userId: UserId,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined))
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
}
