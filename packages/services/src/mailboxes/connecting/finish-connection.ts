import { oauthAttempts } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { ConsentResult, Grant } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import {
  claimAttempt,
  findAttempt,
  openVerifier,
  type Attempt,
  type AttemptKey,
} from './oauth-attempts.ts'
import { revokeUnusable, saveGrant, type SavedGrant } from './save-grant.ts'

const failures = [
  /** The user declined. */
  'denied',
  /** Only an administrator of the user's organisation can allow this. */
  'needs-admin',
  /** The user unticked a permission that we need. */
  'partial',
  'no-mailbox',
  'params-missing',
  /** Too late, already used, or started in another browser. */
  'expired',
  /** Another user has connected this mailbox. */
  'taken',
  'plan-limit',
  /** The provider is down, or sent a response that we cannot use. */
  'failed',
] as const
export type ConnectionFailure = (typeof failures)[number]

export type ConnectionOutcome =
  | {
      readonly kind: 'connected'
      /** `null` if a version that did not store it has connected the mailbox. */
      readonly mailboxId: MailboxId | null
      /** The mailbox that the user wanted to reconnect, if they signed in to another one. */
      readonly insteadOf: MailboxId | null
    }
  | { readonly kind: ConnectionFailure }

/** The query of the provider's redirect back to us. */
export type Callback = {
  readonly provider: MailProvider
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
}

/**
 * Handles the provider's redirect. The browser may load it twice (double click, reload, back
 * button), and the two requests race. The first claims the attempt; the others wait and return its
 * outcome.
 */
export async function finishConnection(
  ctx: Context,
  actor: Actor,
  callback: Callback,
): Promise<ConnectionOutcome> {
  const { provider, state, code, error } = callback
  if (state === undefined || (code === undefined && error === undefined))
    return { kind: 'params-missing' }
  const attempt = await claimAttempt(ctx, actor, { provider, state })
  if (!attempt) return waitForOutcome(ctx, actor, { provider, state })

  const end =
    code === undefined || error !== undefined
      ? { kind: toRefusal(ctx, callback) }
      : await connect(ctx, attempt, code)
  const ended = {
    outcome: end.kind,
    connectedMailboxId: end.kind === 'connected' ? end.mailboxId : null,
  }
  await ctx.db.update(oauthAttempts).set(ended).where(eq(oauthAttempts.id, attempt.id))
  return findOutcome({ ...attempt, ...ended }) ?? { kind: 'failed' }
}

async function connect(
  ctx: Context,
  attempt: Attempt,
  code: string,
): Promise<SavedGrant | { readonly kind: ConnectionFailure }> {
  const redemption = await redeem(ctx, attempt, code)
  switch (redemption.kind) {
    case 'granted':
      if (await hasMailbox(ctx, attempt, redemption.grant))
        return saveGrant(ctx, attempt, redemption.grant)
      await revokeUnusable(ctx, attempt, redemption.grant)
      return { kind: 'no-mailbox' }
    case 'partial':
      if (redemption.grant) await revokeUnusable(ctx, attempt, redemption.grant)
      return { kind: 'partial' }
    case 'invalid':
      return { kind: 'expired' }
    case 'failed':
      return { kind: 'failed' }
  }
}

/** A failure of the provider is an outcome, not an error page: the user can start again. */
async function redeem(
  ctx: Context,
  attempt: Attempt,
  code: string,
): Promise<ConsentResult | { readonly kind: 'failed' }> {
  const { nonce, redirectUrl, provider } = attempt
  try {
    const parameters = {
      code,
      nonce,
      redirectUrl,
      codeVerifier: openVerifier(ctx.keyRing, attempt),
    }
    return (await ctx.mail.consents[provider]?.redeemCode(parameters)) ?? { kind: 'failed' }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { kind: 'failed' }
  }
}

/** Returns true in doubt: consent is given, and a sync tries again when the provider is back. */
async function hasMailbox(ctx: Context, { provider }: Attempt, grant: Grant): Promise<boolean> {
  try {
    return await ctx.mail.hasMailbox(provider, grant)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return true
  }
}

function toRefusal(
  ctx: Context,
  { provider, error = '', errorDescription }: Callback,
): ConnectionFailure {
  const consent = ctx.mail.consents[provider]
  return consent?.readRefusal({ error, description: errorDescription }) ?? 'failed'
}

/** The stored outcome of an attempt. `null` while a request works on it. */
function findOutcome({
  outcome,
  connectedMailboxId: mailboxId,
  reconnectsMailboxId: wanted,
}: Attempt): ConnectionOutcome | null {
  if (outcome === 'connected')
    return { kind: outcome, mailboxId, insteadOf: wanted === mailboxId ? null : wanted }
  const kind = failures.find((known) => known === outcome)
  return kind ? { kind } : null
}

const pollIntervalMs = 250
/** A little longer than four calls to the provider, which time out after 30 seconds each. */
const outcomeTimeoutMs = 130_000

async function waitForOutcome(
  ctx: Context,
  actor: Actor,
  key: AttemptKey,
): Promise<ConnectionOutcome> {
  for (let waitedMs = 0; waitedMs < outcomeTimeoutMs; waitedMs += pollIntervalMs) {
    const attempt = await findAttempt(ctx, actor, key)
    if (!attempt?.usedAt) return { kind: 'expired' }
    const outcome = findOutcome(attempt)
    if (outcome) return outcome
    await ctx.sleep(pollIntervalMs)
  }
  return { kind: 'failed' }
}
