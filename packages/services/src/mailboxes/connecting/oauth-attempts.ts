import { oauthAttempts } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { minuteMs } from '@doorman/domain/time'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import type { KeyRing } from '../../ports/key-ring.ts'

export type Attempt = typeof oauthAttempts.$inferSelect

/** Some users have to set up a second factor at the provider before they can consent. */
const attemptLifetimeMs = 30 * minuteMs

/** Sent to the provider with the consent request, and again when its code is redeemed. */
export type ConsentRequest = {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUrl: string
}

type Destination = {
  readonly provider: MailProvider
  readonly redirectUrl: string
  /** Judge messages but move none, from the first scan on. */
  readonly isObserveOnly: boolean
  readonly reconnectsMailboxId: MailboxId | null
}

/** Stores that this login session has started a connection. Only the same session can finish it. */
export async function beginAttempt(
  ctx: Context,
  { userId, sessionId }: Actor,
  destination: Destination,
): Promise<ConsentRequest> {
  const id = randomUUID()
  const request = {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    redirectUrl: destination.redirectUrl,
  }
  await ctx.db.insert(oauthAttempts).values({
    id,
    userId,
    sessionId,
    ...destination,
    stateHash: hash(request.state),
    nonce: request.nonce,
    ...sealVerifier(ctx.keyRing, id, request.codeVerifier),
    expiresAt: new Date(ctx.now().getTime() + attemptLifetimeMs),
  })
  return request
}

export function openVerifier(keyRing: KeyRing, attempt: Attempt): string {
  return keyRing.open(attempt.codeVerifier, attempt.keyVersion, sealContextOf(attempt.id))
}

export function sealVerifier(keyRing: KeyRing, attemptId: string, codeVerifier: string) {
  return {
    codeVerifier: keyRing.seal(codeVerifier, sealContextOf(attemptId)),
    keyVersion: keyRing.newestVersion,
  }
}

/** Finds an attempt, together with the login session. */
export type AttemptKey = {
  readonly provider: MailProvider
  readonly state: string
}

/**
 * Marks the attempt as used, if it is unused and not expired. Two requests for the same callback
 * race here; the condition on used_at lets one of them win.
 */
export async function claimAttempt(
  ctx: Context,
  actor: Actor,
  key: AttemptKey,
): Promise<Attempt | undefined> {
  const now = ctx.now()
  const [attempt] = await ctx.db
    .update(oauthAttempts)
    .set({ usedAt: now })
    .where(and(isFor(actor, key), isNull(oauthAttempts.usedAt), gt(oauthAttempts.expiresAt, now)))
    .returning()
  return attempt
}

export async function findAttempt(
  ctx: Context,
  actor: Actor,
  key: AttemptKey,
): Promise<Attempt | undefined> {
  const [attempt] = await ctx.db.select().from(oauthAttempts).where(isFor(actor, key))
  return attempt
}

function isFor({ sessionId }: Actor, { provider, state }: AttemptKey) {
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

function sealContextOf(attemptId: string) {
  return { table: 'oauth_attempts', column: 'code_verifier', rowId: attemptId }
}
