import { totpSecrets, users } from '@doorman/db/schema'
import { readCode } from '@doorman/domain/accounts/second-factor'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import type { NewTotp } from '../../ports/second-factors.ts'
import { requirePassword } from '../require-password.ts'
import { changeFactors } from './change-factors.ts'
import { checkCode, sealSecret } from './totp-secrets.ts'
import { wrongCode } from './wrong-code.ts'

/** Makes a secret for an authenticator app. It counts once a first code is confirmed. */
export async function setUpTotp(
  ctx: Context,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<NewTotp> {
  await requirePassword(ctx, actor, password)
  const { userId } = actor
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('unauthenticated', 'Please sign in.')
  const created = ctx.secondFactors.createTotp(user.email)
  const sealed = sealSecret(ctx.keyRing, userId, created.secret)
  // Races with the confirmation of an earlier secret in another tab. `setWhere` keeps that secret.
  const stored = await ctx.db
    .insert(totpSecrets)
    .values({ userId, ...sealed })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { ...sealed, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
  if (stored.rowCount === 0)
    throw new AppError('conflict', 'You already use an authenticator app. Remove it first.')
  return created
}

/** Turns the app on with its first code. Returns recovery codes, unless the user has some. */
export async function confirmTotp(
  ctx: Context,
  actor: Actor,
  { code }: { readonly code: string },
): Promise<readonly string[]> {
  await ctx.limits.count('second-factor-user', actor.userId)
  const entered = readCode(code)
  const isOwn = eq(totpSecrets.userId, actor.userId)
  const recoveryCodes = await changeFactors(ctx, actor, async (tx) => {
    const [row] = await tx
      .select()
      .from(totpSecrets)
      .where(and(isOwn, isNull(totpSecrets.confirmedAt)))
      .for('update')
    if (!row) throw new AppError('conflict', 'This setup is over. Please start again.')
    const step = entered?.kind === 'totp' ? checkCode(ctx, row, entered.code) : null
    if (step === null) throw wrongCode()
    await tx.update(totpSecrets).set({ confirmedAt: ctx.now(), lastStep: step }).where(isOwn)
  })
  await ctx.limits.reset('second-factor-user', actor.userId)
  return recoveryCodes
}

export async function removeTotp(
  ctx: Context,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<void> {
  await requirePassword(ctx, actor, password)
  await changeFactors(ctx, actor, async (tx) => {
    const removed = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, actor.userId))
    if (removed.rowCount === 0)
      throw new AppError('not-found', 'You don’t use an authenticator app.')
  })
}
