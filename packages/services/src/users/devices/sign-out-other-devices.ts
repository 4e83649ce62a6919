import { sessions } from '@doorman/db/schema'
import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { endSessions } from '../end-sessions.ts'

/** Ends all login sessions of the user but this one. Idempotent. */
export async function signOutOtherDevices(
  ctx: Context,
  { userId, sessionId }: Actor,
): Promise<void> {
  const isAnother = and(eq(sessions.userId, userId), ne(sessions.id, sessionId))
  const end = { reason: 'signed-out-elsewhere', ip: null } as const
  await ctx.db.transaction((tx) => endSessions(ctx, tx, isAnother, end))
}
