import { sessions } from '@doorman/db/schema'
import { freshPasswordMs } from '@doorman/domain/accounts/login-session'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/**
 * Refuses an act of an admin whose password was given too long ago in this session: a computer that
 * was left unlocked must not be enough. The demo is exempt, as from the second factor.
 */
export async function requireFreshPassword(
  { db, now, adminsNeedSecondFactor }: Context,
  { sessionId }: Actor,
): Promise<void> {
  if (!adminsNeedSecondFactor) return
  const [session] = await db
    .select({ passwordAt: sessions.passwordAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  const passwordAt = session?.passwordAt?.getTime() ?? -Infinity
  if (now().getTime() - passwordAt >= freshPasswordMs)
    throw new AppError('password-needed', 'Please confirm your password to continue.')
}
