import { sessions } from '@doorman/db/schema'
import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

/** Ends all login sessions of the user but this one. Idempotent. */
export async function signOutOtherDevices(
  { db }: Context,
  { userId, sessionId }: Actor,
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}
