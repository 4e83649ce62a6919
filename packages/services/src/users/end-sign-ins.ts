import type { Db } from '@doorman/db/client'
import { pendingSignIns, sessions } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, ne } from 'drizzle-orm'
import type { SessionEnd } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the user's sessions, and sign-ins that wait for the second factor. Lock order: call it last. */
export async function endSignIns(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  userId: UserId,
  { except, ...end }: SessionEnd & { readonly except?: string },
): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const isAnother = except ? ne(sessions.id, except) : undefined
  await endSessions(ctx, tx, and(eq(sessions.userId, userId), isAnother), end)
}
