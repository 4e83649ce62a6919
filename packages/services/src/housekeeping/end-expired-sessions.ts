import { sessions } from '@doorman/db/schema'
import { inArray, lt, sql } from 'drizzle-orm'
import { recordViewEnds, viewColumns } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'

const end = { reason: 'expired', ip: null } as const
/** By the real time, as sessions are made: the demo's clock may be months ahead. */
const realNow = sql`now()`

/** Deletes expired sessions, and records the end of expired views that no browser has noticed. */
export async function endExpiredSessions(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isExpired = lt(sessions.expiresAt, realNow)
    const views = await tx.delete(sessions).where(isExpired).returning(viewColumns)
    await recordViewEnds(ctx, tx, views, end)
  })
  await ctx.db.transaction(async (tx) => {
    const views = await tx
      .select({ ...viewColumns, id: sessions.id })
      .from(sessions)
      .where(lt(sessions.viewEndsAt, realNow))
      .orderBy(sessions.id)
      .for('no key update')
    const ids = views.map(({ id }) => id)
    // The viewed user stays in the session: a tab that is still open has to learn of the end.
    await tx.update(sessions).set({ viewEndsAt: null }).where(inArray(sessions.id, ids))
    await recordViewEnds(ctx, tx, views, end)
  })
}
