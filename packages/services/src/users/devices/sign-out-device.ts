import { sessions } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

/** Ends one login session of the user. */
export async function signOutDevice(
  { db }: Context,
  { userId, sessionId }: Actor,
  { id }: { readonly id: string },
): Promise<void> {
  if (id === sessionId)
    throw new AppError('conflict', 'This is the device you’re using. Log out instead.')
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
  if (rowCount === 0) throw new AppError('not-found', 'This device isn’t signed in any more.')
}
