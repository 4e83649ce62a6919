import { oauthAttempts } from '@doorman/db/schema'
import type { Provider } from '@doorman/domain/mailbox'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Context } from '../context.ts'
import type { KeyRing } from '../key-ring.ts'

export type Attempt = typeof oauthAttempts.$inferSelect

const lifetimeMs = 10 * 60_000

/** What the provider is asked with, and asked again when its answer is redeemed. */
export type Question = {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUrl: string
}

type Destination = {
  readonly provider: Provider
  readonly redirectUrl: string
  /** Whether its mail is to be judged and none of it moved, from the first scan on. */
  readonly isObserveOnly: boolean
}

/** Remembers that this login session set out for a provider, and gives what only it may come back with. */
export async function beginAttempt(
  ctx: Context,
  { userId, sessionId }: Actor,
  { provider, redirectUrl, isObserveOnly }: Destination,
): Promise<Question> {
  const id = randomUUID()
  const question = {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    redirectUrl,
  }
  await ctx.db.insert(oauthAttempts).values({
    id,
    userId,
    sessionId,
    provider,
    redirectUrl,
    isObserveOnly,
    stateHash: hash(question.state),
    nonce: question.nonce,
    ...sealVerifier(ctx.keyRing, id, question.codeVerifier),
    expiresAt: new Date(ctx.now().getTime() + lifetimeMs),
  })
  return question
}

export function openVerifier(keyRing: KeyRing, attempt: Attempt): string {
  return keyRing.open(attempt.codeVerifier, attempt.keyVersion, placeOf(attempt.id))
}

export function sealVerifier(keyRing: KeyRing, attemptId: string, codeVerifier: string) {
  return {
    codeVerifier: keyRing.seal(codeVerifier, placeOf(attemptId)),
    keyVersion: keyRing.newestVersion,
  }
}

type Claim = {
  readonly provider: Provider
  readonly state: string
}

/** Takes an attempt, once: whoever comes second, too late, from elsewhere or by another provider gets nothing. */
export async function claimAttempt(
  ctx: Context,
  actor: Actor,
  claim: Claim,
): Promise<Attempt | undefined> {
  const now = ctx.now()
  const [attempt] = await ctx.db
    .update(oauthAttempts)
    .set({ usedAt: now })
    .where(and(isFor(actor, claim), isNull(oauthAttempts.usedAt), gt(oauthAttempts.expiresAt, now)))
    .returning()
  return attempt
}

/** An attempt that was made before, by the same login session. */
export async function findAttempt(
  ctx: Context,
  actor: Actor,
  claim: Claim,
): Promise<Attempt | undefined> {
  const [attempt] = await ctx.db.select().from(oauthAttempts).where(isFor(actor, claim))
  return attempt
}

function isFor({ sessionId }: Actor, { provider, state }: Claim) {
  return and(
    eq(oauthAttempts.stateHash, hash(state)),
    eq(oauthAttempts.provider, provider),
    eq(oauthAttempts.sessionId, sessionId),
  )
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

function placeOf(attemptId: string) {
  return { table: 'oauth_attempts', column: 'code_verifier', rowId: attemptId }
}
