import { sessions } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Whether the second factor was given in the actor's login session. */
export async function hasGivenSecondFactor(
  { db }: Context,
  { sessionId }: Actor,
): Promise<boolean> {
  const [session] = await db
    .select({ secondFactorAt: sessions.secondFactorAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.secondFactorAt != null
}
