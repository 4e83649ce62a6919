import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { listSecondFactors } from '@doorman/db/queries/second-factors'
import { recoveryCodes, sessions } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { endSignIns } from '../end-sign-ins.ts'
import { lockSession } from '../lock-session.ts'
import { storeRecoveryCodes } from './recovery-codes.ts'

/**
 * Adds or removes a factor, ends all other sessions of the user and orders the email about it. The
 * first factor comes with recovery codes, which are returned. Removing the last one deletes them.
 *
 * The user's lock prevents three races. Two tabs remove the last two factors of an admin, and each
 * sees the other factor. A sign-in that has seen no factor yet starts a session after the others
 * were ended. A new password ends this session: a stranger who was signed in must not lock the user
 * out with a factor.
 */
export async function changeFactors(
  ctx: Context,
  actor: Actor,
  change: (tx: Db) => Promise<void>,
): Promise<readonly string[]> {
  const { userId, sessionId } = actor
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await lockSession(tx, actor)))
      throw new AppError('unauthenticated', 'Please sign in.')
    const hadFactor = await hasFactor(tx, userId)
    await change(tx)
    const isOn = await hasFactor(tx, userId)
    if (!isOn && user.role === 'admin' && ctx.adminsNeedSecondFactor)
      throw new AppError(
        'conflict',
        'Admins need two-step sign-in. Add another passkey or app first, then remove this one.',
      )
    if (!isOn) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx
      .update(sessions)
      .set({ secondFactorAt: isOn ? ctx.now() : null })
      .where(eq(sessions.id, sessionId))
    await orderEmails(ctx, tx, [{ userId, kind: 'second-factor-changed' }])
    const codes = isOn && !hadFactor ? await storeRecoveryCodes(tx, userId) : []
    const end = { reason: 'second-factor-changed', ip: null } as const
    await endSignIns(ctx, tx, userId, { ...end, except: sessionId })
    return codes
  })
}

async function hasFactor(tx: Db, userId: UserId): Promise<boolean> {
  return (await listSecondFactors(tx, userId)).length > 0
}
