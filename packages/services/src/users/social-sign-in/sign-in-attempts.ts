import { signInAttempts } from '@doorman/db/schema'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { minuteMs } from '@doorman/domain/time'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

export type SignInAttempt = typeof signInAttempts.$inferSelect

export const attemptLifetimeMs = 10 * minuteMs

/** The page whose button has started an attempt. */
export type StartPage = 'login' | 'register'

/** Names a browser's attempt: `browser` is the secret in its cookie. */
export type AttemptKey = {
  readonly provider: SignInProvider
  readonly state: string
  readonly browser: string
}

/**
 * Stores that this browser has started a sign-in and returns the provider's page for it. `linksTo` is
 * the user who links the provider; only their login session can finish.
 */
export async function beginAttempt(
  ctx: Context,
  start: {
    readonly provider: SignInProvider
    readonly browser: string
    readonly startPage?: StartPage
    readonly nextPath?: string | null
    readonly linksTo?: Actor
  },
): Promise<string | null> {
  const { provider, browser, startPage = 'login', nextPath = null, linksTo } = start
  const identities = ctx.mail.identities[provider]
  if (!identities) return null
  const id = randomUUID()
  const request = {
    state: `${startPage}.${newSecret()}`,
    nonce: newSecret(),
    codeVerifier: newSecret(),
  }
  await ctx.db.insert(signInAttempts).values({
    id,
    provider,
    stateHash: hash(request.state),
    browserHash: hash(browser),
    nonce: request.nonce,
    codeVerifier: ctx.keyRing.seal(request.codeVerifier, sealContextOf(id)),
    keyVersion: ctx.keyRing.newestVersion,
    userId: linksTo?.userId ?? null,
    sessionId: linksTo?.sessionId ?? null,
    nextPath,
    expiresAt: new Date(ctx.now().getTime() + attemptLifetimeMs),
  })
  return identities.toAuthorizationUrl({ ...request, redirectUrl: toRedirectUrl(ctx, provider) })
}

/**
 * Marks the attempt as used, if it is unused and not expired. Two requests for the same callback
 * race here; the condition on used_at lets one of them win.
 */
export async function claimAttempt(
  ctx: Context,
  key: AttemptKey,
): Promise<SignInAttempt | undefined> {
  const now = ctx.now()
  const isOpen = and(isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, now))
  const [attempt] = await ctx.db
    .update(signInAttempts)
    .set({ usedAt: now })
    .where(and(isFor(key), isOpen))
    .returning()
  return attempt
}

/** Finds an attempt, also one that is used or expired. */
export async function findAttempt(
  ctx: Context,
  key: AttemptKey,
): Promise<SignInAttempt | undefined> {
  const [attempt] = await ctx.db.select().from(signInAttempts).where(isFor(key))
  return attempt
}

export function openVerifier(
  { keyRing }: Context,
  { id, codeVerifier, keyVersion }: SignInAttempt,
): string {
  return keyRing.open(codeVerifier, keyVersion, sealContextOf(id))
}

/** The provider sends the state back as it was, even if the attempt is gone. */
export function toStartPage(state: string | undefined): StartPage {
  return state?.startsWith('register.') ? 'register' : 'login'
}

/** The operator registers it at the provider, next to the one for mailboxes. */
export function toRedirectUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  provider: SignInProvider,
): string {
  return `${publicUrl}/api/auth/${provider}/callback`
}

function isFor({ provider, state, browser }: AttemptKey) {
  return and(
    eq(signInAttempts.stateHash, hash(state)),
    eq(signInAttempts.provider, provider),
    eq(signInAttempts.browserHash, hash(browser)),
  )
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function sealContextOf(attemptId: string) {
  return { table: 'sign_in_attempts', column: 'code_verifier', rowId: attemptId }
}
