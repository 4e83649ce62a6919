import { sessions } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { endSessions } from '../end-sessions.ts'

/** Ends one login session of the user. */
export async function signOutDevice(
  ctx: Context,
  { userId, sessionId }: Actor,
  { id }: { readonly id: string },
): Promise<void> {
  if (id === sessionId)
    throw new AppError('conflict', 'This is the device you’re using. Log out instead.')
  const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const end = { reason: 'signed-out-elsewhere', ip: null } as const
  const count = await ctx.db.transaction((tx) => endSessions(ctx, tx, isTheirs, end))
  if (count === 0) throw new AppError('not-found', 'This device isn’t signed in any more.')
}
