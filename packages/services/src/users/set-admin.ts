import { users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import { recordOperatorAct } from '../audit/record-act.ts'
import type { Context } from '../ports/context.ts'
import { endSignIns } from './end-sign-ins.ts'

/**
 * Grants or removes the admin role. Login sessions end, and views of users with them, so that it
 * applies at once.
 */
export async function setAdmin(
  ctx: Pick<Context, 'db' | 'now'>,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ role: isAdmin ? 'admin' : 'user' })
      .where(eq(users.email, email))
      .returning({ id: users.id })
    if (!user) throw new AppError('not-found', `No user has the address ${email}.`)
    await endSignIns(ctx, tx, user.id, { reason: 'role-changed', ip: null })
    const act = isAdmin ? 'grant-admin' : 'revoke-admin'
    await recordOperatorAct(ctx, tx, { act, subjectId: user.id })
  })
}
