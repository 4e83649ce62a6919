import { passkeys, sessions, users } from '@doorman/db/schema'
import { freshPasswordMs } from '@doorman/domain/accounts/login-session'
import { maxPasskeys } from '@doorman/domain/accounts/second-factor'
import { AppError } from '@doorman/domain/app-error'
import type { PasskeyId } from '@doorman/domain/ids'
import { and, eq, gt } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import type { NewCredential, PasskeyQuestion } from '../../ports/second-factors.ts'
import { requirePassword } from '../require-password.ts'
import { changeFactors } from './change-factors.ts'

/**
 * What the browser asks the authenticator for. Only this session can answer, only once, and as long
 * as the password counts as fresh.
 */
export async function startPasskey(
  ctx: Context,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<PasskeyQuestion> {
  await requirePassword(ctx, actor, password)
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, actor.userId))
  if (!user) throw new AppError('unauthenticated', 'Please sign in.')
  const known = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, actor.userId))
  if (known.length >= maxPasskeys)
    throw new AppError('conflict', `You can have ${maxPasskeys} passkeys. Remove one first.`)
  const question = await ctx.secondFactors.askForNewPasskey(user, known)
  await ctx.db
    .update(sessions)
    .set({ challenge: question.challenge, passwordAt: ctx.now() })
    .where(eq(sessions.id, actor.sessionId))
  return question
}

/** Stores the authenticator's answer. Returns recovery codes, unless the user has some. */
export async function addPasskey(
  ctx: Context,
  actor: Actor,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<readonly string[]> {
  const challenge = await takeChallenge(ctx, actor)
  const passkey = challenge && (await ctx.secondFactors.checkNewPasskey(credential, challenge))
  if (!passkey) throw new AppError('invalid', 'We couldn’t add this passkey. Please try again.')
  const { userId } = actor
  return changeFactors(ctx, actor, async (tx) => {
    const values = { ...passkey, transports: [...passkey.transports], userId, name }
    const [added] = await tx
      .insert(passkeys)
      .values({ ...values, createdAt: ctx.now() })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (!added) throw new AppError('conflict', 'This passkey was added before.')
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) > maxPasskeys)
      throw new AppError('conflict', `You can have ${maxPasskeys} passkeys. Remove one first.`)
  })
}

/** Changes no way to sign in, so no session ends and no email is sent. */
export async function renamePasskey(
  ctx: Context,
  actor: Actor,
  {
    id,
    name,
    password,
  }: { readonly id: PasskeyId; readonly name: string; readonly password: string },
): Promise<void> {
  await requirePassword(ctx, actor, password)
  const renamed = await ctx.db.update(passkeys).set({ name }).where(isOwn(actor, id))
  if (renamed.rowCount === 0) throw unknownPasskey()
}

export async function removePasskey(
  ctx: Context,
  actor: Actor,
  { id, password }: { readonly id: PasskeyId; readonly password: string },
): Promise<void> {
  await requirePassword(ctx, actor, password)
  await changeFactors(ctx, actor, async (tx) => {
    const removed = await tx.delete(passkeys).where(isOwn(actor, id))
    if (removed.rowCount === 0) throw unknownPasskey()
  })
}

/** Two requests race for one challenge. The comparison lets one of them take it. */
async function takeChallenge({ db, now }: Context, { sessionId }: Actor): Promise<string | null> {
  const isOwn = eq(sessions.id, sessionId)
  const isFresh = gt(sessions.passwordAt, new Date(now().getTime() - freshPasswordMs))
  const [session] = await db
    .select({ challenge: sessions.challenge })
    .from(sessions)
    .where(and(isOwn, isFresh))
  if (!session?.challenge) return null
  const taken = await db
    .update(sessions)
    .set({ challenge: null })
    .where(and(isOwn, eq(sessions.challenge, session.challenge)))
  return taken.rowCount === 1 ? session.challenge : null
}

function isOwn({ userId }: Actor, id: PasskeyId) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId))
}

function unknownPasskey(): AppError {
  return new AppError('not-found', 'This passkey no longer exists.')
}
