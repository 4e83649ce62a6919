import { sessions } from '@doorman/db/schema'
import { and, asc, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { recordViewEnds, viewColumns } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'

const end = { reason: 'expired', ip: null } as const
/** The real time, which sessions follow. The demo's clock may be months ahead. */
const realNow = sql`now()`

/** Deletes some expired sessions and records the ends of their views. Returns how many. */
export async function endExpiredSessions(
  ctx: Pick<Context, 'db' | 'now'>,
  maxRows: number,
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const expired = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, realNow))
      .orderBy(asc(sessions.expiresAt))
      .limit(maxRows)
      .for('update', { skipLocked: true })
    const views = await tx
      .delete(sessions)
      .where(inArray(sessions.id, expired))
      .returning(viewColumns)
    await recordViewEnds(ctx, tx, views, end)
    return views.length
  })
}

/** Records the end of some expired views that no browser has noticed. Returns how many. */
export async function endExpiredViews(
  ctx: Pick<Context, 'db' | 'now'>,
  maxRows: number,
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const views = await tx
      .select({ ...viewColumns, id: sessions.id })
      .from(sessions)
      // The first condition is that of the partial index sessions_viewed_user, which is small.
      .where(and(isNotNull(sessions.viewedUserId), lt(sessions.viewEndsAt, realNow)))
      .orderBy(sessions.id)
      .limit(maxRows)
      .for('no key update')
    const ids = views.map(({ id }) => id)
    // The viewed user stays in the session: a tab that is still open has to learn of the end.
    await tx.update(sessions).set({ viewEndsAt: null }).where(inArray(sessions.id, ids))
    await recordViewEnds(ctx, tx, views, end)
    return views.length
  })
}
