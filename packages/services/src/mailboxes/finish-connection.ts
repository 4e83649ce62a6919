import { oauthAttempts } from '@doorman/db/schema'
import type { Provider } from '@doorman/domain/mailbox'
import type { Redemption } from '@doorman/mail/consent'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { claimAttempt, findAttempt, openVerifier, type Attempt } from './attempts.ts'
import { giveBack, keepGrant } from './keep-grant.ts'

/** How it ended. Everything but `connected` is for the user to hear about. */
export const connectionOutcomes = [
  'connected',
  /** The user said no. */
  'denied',
  /** The user unticked something that we need. */
  'partial',
  'params-missing',
  /** Too late, used before, or begun in another browser. */
  'expired',
  /** Another user has this mailbox. */
  'taken',
  'plan-limit',
  /** The provider could not be reached, or made no sense. */
  'failed',
] as const
export type ConnectionOutcome = (typeof connectionOutcomes)[number]

/** What the provider sent the browser back with. */
export type Callback = {
  readonly provider: Provider
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
}

/**
 * Takes the provider's answer. It may be loaded twice, by a double click, a
 * reload or the back button: the first one counts, and the others end as it did.
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
      return keepGrant(ctx, attempt, redemption.grant)
    case 'partial':
      if (redemption.grant) await giveBack(ctx, attempt, redemption.grant)
      return 'partial'
    case 'invalid':
      return 'expired'
    case 'failed':
      return 'failed'
  }
}

/** Whatever ails the provider, the user is not left with an error of ours: they can begin again. */
async function redeem(
  ctx: Context,
  attempt: Attempt,
  code: string,
): Promise<Redemption | { readonly kind: 'failed' }> {
  const { nonce, redirectUrl, provider } = attempt
  try {
    const answer = { code, nonce, redirectUrl, codeVerifier: openVerifier(ctx.keyRing, attempt) }
    return (await ctx.mail.consents[provider]?.redeem(answer)) ?? { kind: 'failed' }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { kind: 'failed' }
  }
}

function toRefusal(error: string): ConnectionOutcome {
  return /denied|consent/.test(error) ? 'denied' : 'failed'
}

const pauseMs = 250
/** A little longer than the longest redemption: its calls end after 30 seconds each. */
const patienceMs = 90_000

async function waitForOutcome(
  ctx: Context,
  actor: Actor,
  claim: { provider: Provider; state: string },
): Promise<ConnectionOutcome> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    const attempt = await findAttempt(ctx, actor, claim)
    if (!attempt?.usedAt) return 'expired'
    const outcome = connectionOutcomes.find((known) => known === attempt.outcome)
    if (outcome) return outcome
    await ctx.sleep(pauseMs)
  }
  return 'failed'
}
