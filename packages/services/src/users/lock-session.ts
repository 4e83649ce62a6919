import type { Db } from '@doorman/db/client'
import { sessions } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'

/**
 * The actor's login session, unless it has ended since the request began. Keeps it from ending until
 * the transaction does. Lock order: after the user.
 */
export async function lockSession(
  tx: Db,
  { sessionId }: Actor,
): Promise<{ readonly secondFactorAt: Date | null } | undefined> {
  const [session] = await tx
    .select({ secondFactorAt: sessions.secondFactorAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share')
  return session
}
