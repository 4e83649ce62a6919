import type { Db } from '@doorman/db/client'
import { sessions } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import { recordViewerAct } from '../audit/record-act.ts'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'

/**
 * Ends the admin's view. Does nothing without one. If it has ended by itself, the token stays: the
 * browser's tabs notice at the same time, and those with the old one would be signed out.
 */
export async function endView(ctx: Context, actor: Actor, ip: string): Promise<SetCookies> {
  const isByItself = actor.hasViewEnded ?? false
  return ctx.db.transaction(async (tx) => {
    if (!(await recordEnd(ctx, tx, actor, { ip, isByItself }))) return []
    if (!isByItself) return ctx.login.changeView(tx, actor.sessionId, null)
    await tx
      .update(sessions)
      .set({ viewedUserId: null, viewEndsAt: null })
      .where(eq(sessions.id, actor.sessionId))
    return []
  })
}

/** False without a view. Two tabs may end it at once: the row's lock lets one of them record it. */
async function recordEnd(
  ctx: Context,
  tx: Db,
  { sessionId }: Actor,
  { ip, isByItself }: { readonly ip: string; readonly isByItself: boolean },
): Promise<boolean> {
  const [session] = await tx
    .select({ viewerId: sessions.userId, viewedUserId: sessions.viewedUserId })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('no key update')
  if (session?.viewedUserId == null) return false
  const { viewerId, viewedUserId } = session
  const act = { act: 'end-view', details: { isByItself } } as const
  await recordViewerAct(ctx, tx, { viewerId, viewedUserId, ip }, act)
  return true
}
