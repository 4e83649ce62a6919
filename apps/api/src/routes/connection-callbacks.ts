import type { ConnectionError } from '@doorman/contract/mailboxes'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { appPages, approvalPage } from '@doorman/domain/site/app-pages'
import type { Context } from '@doorman/services/ports/context'
import {
  finishConnection,
  type Callback,
  type ConnectionFailure,
  type ConnectionOutcome,
} from '@doorman/services/mailboxes/connecting/finish-connection'
import type { FastifyInstance } from 'fastify'

/** Error codes that the landing page understands. */
const errors: Record<Exclude<ConnectionFailure, 'needs-admin'>, ConnectionError> = {
  denied: 'access_denied',
  partial: 'consent_incomplete',
  'no-mailbox': 'no_mailbox',
  'params-missing': 'missing_params',
  expired: 'expired',
  taken: 'mailbox_taken',
  'plan-limit': 'limit_reached',
  failed: 'failed',
}

/**
 * The provider redirects the browser here after consent. A user is waiting, so every outcome
 * redirects to a page. Providers may add parameters; ours count only if they occur once.
 */
export function connectionCallbackRoutes(app: FastifyInstance, ctx: Context): void {
  for (const provider of mailProviders)
    app.get<{ Querystring: Record<string, unknown> }>(
      `/api/${provider}/callback`,
      // HEAD would use up the code.
      { exposeHeadRoute: false },
      async ({ query, headers }, reply) => {
        const callback: Callback = {
          provider,
          state: findText(query['state']),
          code: findText(query['code']),
          error: findText(query['error']),
          errorDescription: findText(query['error_description']),
        }
        if (isFromAdministrator(callback, query))
          return reply.redirect(toApprovalPage(callback, query['admin_consent']), 302)
        const actor = await ctx.login.findActor(headers.cookie)
        // An admin who views the app as a user connects nothing for them.
        const isThemselves = actor && actor.viewerId === undefined && !actor.viewEndedBy
        const expired: ConnectionOutcome = { kind: 'expired' }
        const outcome = isThemselves ? await finishConnection(ctx, actor, callback) : expired
        return reply.redirect(toPage(outcome), 302)
      },
    )
}

/**
 * Whether an administrator returns from Microsoft's approval page, which uses the same callback. The
 * administrator needs no session, and the state isn't ours. Nothing is stored, so a forged callback
 * has no effect.
 */
function isFromAdministrator(
  { provider, state, code, error }: Callback,
  query: Readonly<Record<string, unknown>>,
): boolean {
  if (provider !== 'microsoft' || code !== undefined) return false
  return query['admin_consent'] !== undefined || (state === undefined && error !== undefined)
}

/** Microsoft sends `admin_consent=True` with an error, too. */
function toApprovalPage({ error }: Callback, adminConsent: unknown): string {
  if (error !== undefined) return `${approvalPage}?declined`
  const isApproved = findText(adminConsent)?.toLowerCase() === 'true'
  return isApproved ? `${approvalPage}?approved` : approvalPage
}

function toPage(outcome: ConnectionOutcome): string {
  if (outcome.kind === 'needs-admin') return appPages.adminApproval
  if (outcome.kind !== 'connected') return `/?error=${errors[outcome.kind]}`
  const { mailboxId, insteadOf } = outcome
  if (mailboxId === null || insteadOf === null) return appPages.accounts
  return `${appPages.accounts}?${new URLSearchParams({ connected: mailboxId, insteadOf })}`
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
