import { settings } from '@doorman/db/schema'
import { ne } from 'drizzle-orm'
import { recordAct, recordOperatorAct, type RecordedAct } from '../../audit/record-act.ts'
import type { Admin } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

/**
 * Turns smart responses off, or on again, for all users. Every process obeys from its next reply
 * on. `admin` is `null` at the server's command line. Nothing is recorded if nothing changes.
 */
export async function stopReplies(
  ctx: Pick<Context, 'db' | 'now'>,
  admin: Admin | null,
  { areStopped }: { areStopped: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(settings)
      .set({ areRepliesStopped: areStopped })
      .where(ne(settings.areRepliesStopped, areStopped))
      .returning({ id: settings.id })
    if (changed.length === 0) return
    const act: RecordedAct = { act: areStopped ? 'stop-replies' : 'resume-replies' }
    if (admin) await recordAct(ctx, tx, admin, act)
    else await recordOperatorAct(ctx, tx, act)
  })
}

export async function areRepliesStopped({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [row] = await db.select({ areStopped: settings.areRepliesStopped }).from(settings)
  if (!row) throw new Error('The row of settings is missing')
  return row.areStopped
}
