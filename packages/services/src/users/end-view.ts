import { sessions } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import { recordViewEnds, viewColumns } from '../audit/record-act.ts'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'

/**
 * Ends the admin's view. Does nothing without one. If the view has already ended, such as by
 * expiry, the session keeps its token: all tabs notice the end at once, and a new token would sign
 * out those that still have the old one.
 *
 * Two tabs may end the view at once, and both would record it. The lock on the session lets the
 * second find it ended.
 */
export async function endView(ctx: Context, actor: Actor, ip: string): Promise<SetCookies> {
  const { sessionId, viewEndedBy } = actor
  const isThis = eq(sessions.id, sessionId)
  return ctx.db.transaction(async (tx) => {
    const [view] = await tx.select(viewColumns).from(sessions).where(isThis).for('no key update')
    if (view?.viewedUserId == null) return []
    await recordViewEnds(ctx, tx, [view], { reason: viewEndedBy ?? 'switched-back', ip })
    if (viewEndedBy === undefined) return ctx.login.changeView(tx, sessionId, null)
    await tx.update(sessions).set({ viewedUserId: null, viewEndsAt: null }).where(isThis)
    return []
  })
}
