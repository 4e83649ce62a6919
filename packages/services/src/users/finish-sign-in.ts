import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { listSecondFactors } from '@doorman/db/queries/second-factors'
import { accounts } from '@doorman/db/schema'
import type { SecondFactor } from '@doorman/domain/accounts/second-factor'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Visitor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import type { SetCookies } from '../ports/login.ts'

export type FinishedSignIn = {
  readonly cookies: SetCookies
  /** What the user is asked for next. Empty: they are signed in. */
  readonly secondFactor: readonly SecondFactor[]
}

/** How the user has proved who they are: the hash that their password matches, or a provider. */
export type SignInProof =
  | { readonly provider: 'credential'; readonly hash: string }
  | { readonly provider: SignInProvider; readonly accountId: string }

/**
 * For a user who has given a password, or for whom a provider vouches. Starts a session, or a
 * pending sign-in if the user has a second factor.
 *
 * Races with turning the second factor on and with a reset of the password, which both end all other
 * sessions. A session that starts right after that would stay, although the sign-in has seen no
 * factor yet, or has given the old password, or comes from a provider that the reset has unlinked.
 * The user's lock makes one wait for the other, and then the proof is compared again.
 */
export async function finishSignIn(
  ctx: Context,
  visitor: Visitor,
  userId: UserId,
  proof: SignInProof,
): Promise<FinishedSignIn> {
  const { email, cookies, secondFactor } = await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await isStillValid(tx, userId, proof)))
      throw new AppError('unauthenticated', 'Please sign in again.')
    const password = proof.provider === 'credential'
    const factors = await listSecondFactors(tx, userId)
    const isDone = factors.length === 0
    const set = isDone
      ? await ctx.login.startSession(tx, userId, visitor, { password, secondFactor: false })
      : await ctx.login.startPendingSignIn(tx, userId, { hasPassword: password })
    return { email: user.email, cookies: set, secondFactor: factors }
  })
  if (secondFactor.length > 0) return { cookies, secondFactor }
  // The session has started, so a failure here must not fail the sign-in.
  const device = await ctx.devices.remember(visitor.cookie, email).catch(ctx.report)
  return { cookies: [...cookies, ...(device ?? [])], secondFactor }
}

async function isStillValid(tx: Db, userId: UserId, proof: SignInProof): Promise<boolean> {
  const isUnchanged =
    proof.provider === 'credential'
      ? eq(accounts.password, proof.hash)
      : eq(accounts.accountId, proof.accountId)
  const isTheirs = and(eq(accounts.userId, userId), eq(accounts.providerId, proof.provider))
  return (await tx.$count(accounts, and(isTheirs, isUnchanged))) > 0
}
