import { AppError } from '@doorman/domain/app-error'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { MailError } from '@doorman/mail/mail-error'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import type { Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import type { SetCookies } from '../../ports/login.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { linkIdentity } from './link-identity.ts'
import { resolveIdentity } from './resolve-identity.ts'
import {
  claimAttempt,
  findAttempt,
  openVerifier,
  toRedirectUrl,
  type AttemptKey,
  type SignInAttempt,
} from './sign-in-attempts.ts'

/** The user sees a sentence for each. */
export type SignInProblem =
  /** The user cancelled at the provider. */
  | 'denied'
  /** Too late, already used, or started in another browser. */
  | 'expired'
  /** The provider is down, or sent a response that we cannot use. */
  | 'failed'
  /** There is an account with the address, and only its password opens it. */
  | 'account-exists'
  | 'no-address'
  /** The person is linked to another user, or the user to another person. */
  | 'taken'
  | 'too-many'
  /** Too many new accounts from this network. Its limit is longer than that of attempts. */
  | 'too-many-accounts'

export type SignInOutcome =
  | {
      readonly kind: 'signed-in'
      readonly cookies: SetCookies
      readonly needsSecondFactor: boolean
      readonly isNewUser: boolean
      readonly nextPath: string | null
    }
  /** The browser has loaded the callback again. It is signed in. */
  | { readonly kind: 'already-signed-in'; readonly nextPath: string | null }
  | { readonly kind: 'linked' }
  | {
      readonly kind: 'refused'
      readonly problem: SignInProblem
      readonly isLinking: boolean
      readonly nextPath: string | null
    }

/** The query of the provider's redirect back to us, and the secret in the browser's cookie. */
export type Callback = {
  readonly provider: SignInProvider
  readonly browser: string | null
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
}

/** Handles the provider's redirect. A user is waiting, so every failure is an outcome. */
export async function finishProviderSignIn(
  ctx: Context,
  visitor: Visitor,
  { provider, browser, state, code, error }: Callback,
): Promise<SignInOutcome> {
  if (await isOverLimit(ctx, visitor)) return refuse('too-many')
  if (browser === null || state === undefined) return refuse('expired')
  const key = { provider, browser, state }
  const attempt = await claimAttempt(ctx, key)
  if (!attempt) return explainUnusable(ctx, visitor, key)
  if (error !== undefined) return refuse(isDenial(error) ? 'denied' : 'failed', attempt)
  if (code === undefined) return refuse('failed', attempt)

  const identity = await redeem(ctx, attempt, code)
  if (typeof identity === 'string') return refuse(identity, attempt)
  const finish = attempt.userId === null ? signIn : link
  return finish(ctx, visitor, attempt, identity)
}

async function signIn(
  ctx: Context,
  visitor: Visitor,
  attempt: SignInAttempt,
  identity: ProviderIdentity,
): Promise<SignInOutcome> {
  const { provider, nextPath } = attempt
  try {
    const resolved = await resolveIdentity(ctx, visitor, { provider, identity })
    if ('problem' in resolved) return refuse(resolved.problem, attempt)
    const { isNewUser } = resolved
    const { cookies, secondFactor } = await finishSignIn(ctx, visitor, resolved.userId, {
      provider,
      accountId: identity.providerAccountId,
    })
    const needsSecondFactor = secondFactor.length > 0
    return { kind: 'signed-in', cookies, needsSecondFactor, isNewUser, nextPath }
  } catch (error) {
    // The user was deleted in between, or this network has too many registrations.
    if (!(error instanceof AppError)) throw error
    return refuse(error.code === 'too-many' ? 'too-many-accounts' : 'failed', attempt)
  }
}

/** Links only in the login session that started it, and never while an admin views the account. */
async function link(
  ctx: Context,
  visitor: Visitor,
  attempt: SignInAttempt,
  identity: ProviderIdentity,
): Promise<SignInOutcome> {
  const { provider, userId, sessionId } = attempt
  const actor = await ctx.login.findActor(visitor.cookie)
  const isOwn =
    actor?.sessionId === sessionId && actor.userId === userId && actor.viewerId === undefined
  if (!isOwn) return refuse('expired', attempt)
  const isLinked = await linkIdentity(ctx, actor, { provider, identity })
  return isLinked ? { kind: 'linked' } : refuse('taken', attempt)
}

/** Who the person is, or why we don't know. */
async function redeem(
  ctx: Context,
  attempt: SignInAttempt,
  code: string,
): Promise<ProviderIdentity | 'expired' | 'failed'> {
  const { provider, nonce } = attempt
  const redirectUrl = toRedirectUrl(ctx, provider)
  let codeVerifier: string
  try {
    codeVerifier = openVerifier(ctx, attempt)
  } catch {
    // The attempt's key was removed meanwhile. Key rotation does not seal attempts again, because they
    // expire after ten minutes.
    return 'expired'
  }
  try {
    const callback = { code, nonce, codeVerifier, redirectUrl }
    const provided = ctx.mail.identities[provider]
    return provided ? ((await provided.redeemCode(callback)) ?? 'expired') : 'failed'
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return 'failed'
  }
}

/**
 * The attempt is used, expired, of another browser, or invented. A browser that loads the callback
 * again after a sign-in is sent to the app.
 */
async function explainUnusable(
  ctx: Context,
  visitor: Visitor,
  key: AttemptKey,
): Promise<SignInOutcome> {
  const attempt = await findAttempt(ctx, key)
  const actor = await ctx.login.findActor(visitor.cookie)
  if (actor && !attempt?.userId)
    return { kind: 'already-signed-in', nextPath: attempt?.nextPath ?? null }
  // A user who was linking and is signed out now cannot see the account settings.
  return refuse('expired', actor || !attempt?.userId ? attempt : undefined)
}

async function isOverLimit(ctx: Context, { network }: Visitor): Promise<boolean> {
  try {
    await ctx.limits.count('provider-sign-in-ip', network)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return true
    throw error
  }
}

function isDenial(error: string): boolean {
  return /denied|consent/.test(error)
}

function refuse(problem: SignInProblem, attempt?: SignInAttempt): SignInOutcome {
  const isLinking = attempt !== undefined && attempt.userId !== null
  return { kind: 'refused', problem, isLinking, nextPath: attempt?.nextPath ?? null }
}
