import { sessions, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { recordViewerAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'
import { requireFreshPassword } from './require-fresh-password.ts'

/**
 * Lets an admin view the app as a user. Other admins can be viewed, too: no admin's call works
 * during a view, so it gives no admin rights.
 */
export async function startView(
  ctx: Context,
  admin: Admin,
  { targetUserId }: { readonly targetUserId: UserId },
): Promise<{ readonly email: string; readonly cookies: SetCookies }> {
  if (targetUserId === admin.userId)
    throw new AppError('invalid', 'You can’t view the app as yourself.')
  await requireFreshPassword(ctx, admin)
  return ctx.db.transaction(async (tx) => {
    // Races with the deletion of the user, which ends their views and would miss this one. The lock
    // makes one wait for the other.
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, targetUserId))
      .for('key share')
    if (!user) throw new AppError('not-found', 'This user no longer exists.')
    // Two clicks race for the session: the row's lock lets the second see the view of the first. A
    // demotion deletes the session: then there is no row to change.
    const [session] = await tx
      .select({ viewedUserId: sessions.viewedUserId })
      .from(sessions)
      .where(eq(sessions.id, admin.sessionId))
      .for('no key update')
    if (session?.viewedUserId != null)
      throw new AppError('forbidden', 'You’re viewing as a user. Switch back to admin first.')
    const cookies = await ctx.login.changeView(tx, admin.sessionId, targetUserId)
    const who = { viewerId: admin.userId, viewedUserId: targetUserId, ip: admin.ip }
    await recordViewerAct(ctx, tx, who, { act: 'start-view' })
    return { email: user.email, cookies }
  })
}
