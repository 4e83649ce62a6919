import { mailboxes } from '@doorman/db/schema'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { AppError } from '@doorman/domain/app-error'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { mayConnectAnother, toPlan } from '@doorman/domain/plans/plan'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { beginAttempt } from './oauth-attempts.ts'
import { loadRedirectUrl } from './redirect-url.ts'
import { isOwn, notConnected, type OwnMailbox } from '../own-mailbox.ts'

type ConnectionRequest = {
  readonly provider: MailProvider
  readonly mailboxId?: MailboxId | undefined
  readonly isObserveOnly?: boolean | undefined
}

/**
 * Returns the URL of the provider's consent screen. `mailboxId` reconnects one of the user's
 * mailboxes, which the plan's limit does not restrict.
 */
export async function startConnection(
  ctx: Context,
  actor: Actor,
  { provider, mailboxId, isObserveOnly = false }: ConnectionRequest,
): Promise<{ authUrl: string }> {
  const consent = ctx.mail.consents[provider]
  if (!consent) throw new AppError('unavailable', 'This provider isn’t set up on this server.')
  await ctx.limits.count('connect-user', actor.userId)
  const loginHint = mailboxId && (await loadAddress(ctx, actor, { provider, mailboxId }))
  if (loginHint === undefined) await refuseOverLimit(ctx, actor)

  const request = await beginAttempt(ctx, actor, {
    provider,
    redirectUrl: await loadRedirectUrl(ctx, provider),
    isObserveOnly,
    reconnectsMailboxId: mailboxId ?? null,
  })
  return {
    authUrl: consent.toAuthorizationUrl({
      ...request,
      ...(loginHint !== undefined && { loginHint }),
    }),
  }
}

async function loadAddress(ctx: Context, actor: Actor, mailbox: OwnMailbox): Promise<string> {
  const [found] = await ctx.db
    .select({ address: mailboxes.address })
    .from(mailboxes)
    .where(isOwn(actor, mailbox))
  if (!found) throw notConnected()
  return found.address
}

async function refuseOverLimit(ctx: Context, { userId }: Actor): Promise<void> {
  const plan = toPlan(await loadPlanFacts(ctx.db, userId), ctx.now())
  const count = await ctx.db.$count(mailboxes, eq(mailboxes.userId, userId))
  if (!mayConnectAnother(plan, count))
    throw new AppError(
      'plan-limit',
      'You’ve reached your email account limit. Upgrade to Pro for unlimited email addresses.',
    )
}
