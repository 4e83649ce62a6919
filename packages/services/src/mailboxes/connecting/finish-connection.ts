import { oauthAttempts } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { ConsentResult } from '@doorman/mail/consent'
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
import { revokeUnusable, saveGrant } from './save-grant.ts'

/** The user sees a message for every outcome except `connected`. */
const connectionOutcomes = [
  'connected',
  /** The user declined. */
  'denied',
  /** The user unticked a permission that we need. */
  'partial',
  'params-missing',
  /** Too late, already used, or started in another browser. */
  'expired',
  /** Another user has connected this mailbox. */
  'taken',
  'plan-limit',
  /** The provider is down, or sent a response that we cannot use. */
  'failed',
] as const
export type ConnectionOutcome = (typeof connectionOutcomes)[number]

/** The query of the provider's redirect back to us. */
export type Callback = {
  readonly provider: MailProvider
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
}

/**
 * Handles the provider's redirect. The browser may load it twice (double click, reload, back
 * button), and the two requests race. The first claims the attempt; the others wait and return its
 * outcome.
 */
export async function finishConnection(
  ctx: Context,
  actor: Actor,
  { provider, state, code, error }: Callback,
): Promise<ConnectionOutcome> {
  if (state === undefined || (code === undefined && error === undefined)) return 'params-missing'
  const attempt = await claimAttempt(ctx, actor, { provider, state })
  if (!attempt) return waitForOutcome(ctx, actor, { provider, state })

  const outcome =
    code === undefined || error !== undefined
      ? toRefusal(error ?? '')
      : await connect(ctx, attempt, code)
  await ctx.db.update(oauthAttempts).set({ outcome }).where(eq(oauthAttempts.id, attempt.id))
  return outcome
}

async function connect(ctx: Context, attempt: Attempt, code: string): Promise<ConnectionOutcome> {
  const redemption = await redeem(ctx, attempt, code)
  switch (redemption.kind) {
    case 'granted':
      return saveGrant(ctx, attempt, redemption.grant)
    case 'partial':
      if (redemption.grant) await revokeUnusable(ctx, attempt, redemption.grant)
      return 'partial'
    case 'invalid':
      return 'expired'
    case 'failed':
      return 'failed'
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

function toRefusal(error: string): ConnectionOutcome {
  return /denied|consent/.test(error) ? 'denied' : 'failed'
}

const pollIntervalMs = 250
/** A little longer than the longest redemption, whose calls time out after 30 seconds each. */
const outcomeTimeoutMs = 90_000

async function waitForOutcome(
  ctx: Context,
  actor: Actor,
  key: AttemptKey,
): Promise<ConnectionOutcome> {
  for (let waitedMs = 0; waitedMs < outcomeTimeoutMs; waitedMs += pollIntervalMs) {
    const attempt = await findAttempt(ctx, actor, key)
    if (!attempt?.usedAt) return 'expired'
    const outcome = connectionOutcomes.find((known) => known === attempt.outcome)
    if (outcome) return outcome
    await ctx.sleep(pollIntervalMs)
  }
  return 'failed'
}
