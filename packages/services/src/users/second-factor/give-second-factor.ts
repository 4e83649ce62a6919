import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { listSecondFactors } from '@doorman/db/queries/second-factors'
import { passkeys, pendingSignIns } from '@doorman/db/schema'
import { readCode, type SecondFactor } from '@doorman/domain/accounts/second-factor'
import { AppError } from '@doorman/domain/app-error'
import { and, eq } from 'drizzle-orm'
import type { Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import type { PendingSignIn, SetCookies } from '../../ports/login.ts'
import type { PasskeyQuestion, SignedCredential } from '../../ports/second-factors.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotpCode } from './totp-secrets.ts'
import { wrongCode } from './wrong-code.ts'

/** What a pending sign-in asks for. */
export async function loadSecondStep(
  ctx: Context,
  visitor: Visitor,
): Promise<readonly SecondFactor[]> {
  const { userId } = await loadPending(ctx, visitor)
  return listSecondFactors(ctx.db, userId)
}

/** Ends a pending sign-in with a code: of an app, or a recovery code. Each works once. */
export async function giveCode(
  ctx: Context,
  visitor: Visitor,
  { code }: { readonly code: string },
): Promise<SetCookies> {
  const pending = await loadPending(ctx, visitor)
  await countTry(ctx, pending)
  const entered = readCode(code)
  if (!entered) throw wrongCode()
  const isUsed = entered.kind === 'totp' ? useTotpCode : useRecoveryCode
  const cookies = await finish(ctx, visitor, pending, (tx) =>
    isUsed(ctx, tx, pending.userId, entered.code),
  )
  if (!cookies) throw wrongCode()
  return cookies
}

/** What the browser asks the authenticator for. Only this pending sign-in can answer, once. */
export async function askForPasskey(ctx: Context, visitor: Visitor): Promise<PasskeyQuestion> {
  const { tokenHash, userId } = await loadPending(ctx, visitor)
  const known = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId))
  if (known.length === 0) throw wrongPasskey()
  const question = await ctx.secondFactors.askForPasskey(known)
  await ctx.db
    .update(pendingSignIns)
    .set({ challenge: question.challenge })
    .where(eq(pendingSignIns.tokenHash, tokenHash))
  return question
}

/** Ends a pending sign-in with a passkey. */
export async function givePasskey(
  ctx: Context,
  visitor: Visitor,
  { credential }: { readonly credential: SignedCredential },
): Promise<SetCookies> {
  const pending = await loadPending(ctx, visitor)
  await countTry(ctx, pending)
  const challenge = await takeChallenge(ctx, pending)
  const [passkey] = await ctx.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credential.id), eq(passkeys.userId, pending.userId)))
  if (challenge === null || !passkey) throw wrongPasskey()
  const checked = await ctx.secondFactors.checkPasskey(credential, challenge, passkey)
  if (!checked) throw wrongPasskey()
  const cookies = await finish(ctx, visitor, pending, async (tx) => {
    // The counter was checked before the lock: a copy of the authenticator may have moved it since.
    const isUnchanged = and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter))
    const lastUsedAt = ctx.now()
    const used = await tx
      .update(passkeys)
      .set({ ...checked, lastUsedAt })
      .where(isUnchanged)
    return used.rowCount === 1
  })
  if (!cookies) throw wrongPasskey()
  return cookies
}

async function loadPending(ctx: Context, { cookie }: Visitor): Promise<PendingSignIn> {
  const pending = await ctx.login.findPendingSignIn(cookie)
  if (!pending) throw signInAgain()
  return pending
}

/** Counts an attempt. One that the sign-in's limit refuses does not count for the user's limit. */
async function countTry({ limits }: Context, { tokenHash, userId }: PendingSignIn): Promise<void> {
  await limits.count('second-factor-sign-in', tokenHash)
  await limits.count('second-factor-user', userId)
}

/** Two requests race for one challenge. The comparison lets one of them take it. */
async function takeChallenge(
  { db }: Context,
  { tokenHash, challenge }: PendingSignIn,
): Promise<string | null> {
  if (challenge === null) return null
  const isSame = and(
    eq(pendingSignIns.tokenHash, tokenHash),
    eq(pendingSignIns.challenge, challenge),
  )
  const taken = await db.update(pendingSignIns).set({ challenge: null }).where(isSame)
  return taken.rowCount === 1 ? challenge : null
}

/**
 * Starts the session if `prove` uses up the second factor. Races with a new password and a change
 * of factors, which delete the pending sign-in: the transaction that deletes the row first wins.
 * Lock order: the user first, as for every change of factors.
 */
async function finish(
  ctx: Context,
  visitor: Visitor,
  { tokenHash, userId, hasPassword }: PendingSignIn,
  prove: (tx: Db) => Promise<boolean>,
): Promise<SetCookies | null> {
  const done = await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await prove(tx))) return null
    const claimed = await tx.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, tokenHash))
    if (claimed.rowCount === 0) throw signInAgain()
    const ended = await ctx.login.endPendingSignIn(tx, visitor.cookie)
    const proofs = { password: hasPassword, secondFactor: true }
    const started = await ctx.login.startSession(tx, userId, visitor, proofs)
    return { address: user.email, cookies: [...ended, ...started] }
  })
  if (!done) return null
  // The session has started, so failures from here on must not fail the sign-in.
  await ctx.limits.reset('second-factor-user', userId).catch(ctx.report)
  const device = await ctx.devices.remember(visitor.cookie, done.address).catch(ctx.report)
  return [...done.cookies, ...(device ?? [])]
}

function wrongPasskey(): AppError {
  return new AppError('invalid', 'That passkey didn’t work. Please try again.')
}

function signInAgain(): AppError {
  return new AppError('unauthenticated', 'Please sign in again.')
}
