import type { ConnectionError } from '@doorman/contract/mailboxes'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import type { Context } from '@doorman/services/ports/context'
import {
  finishConnection,
  type Callback,
  type ConnectionOutcome,
} from '@doorman/services/mailboxes/connecting/finish-connection'
import type { FastifyInstance } from 'fastify'

/** Error codes that the landing page understands. */
const errors: Record<Exclude<ConnectionOutcome, 'connected'>, ConnectionError> = {
  denied: 'access_denied',
  partial: 'consent_incomplete',
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
        const actor = await ctx.login.findActor(headers.cookie)
        const callback: Callback = {
          provider,
          state: findText(query['state']),
          code: findText(query['code']),
          error: findText(query['error']),
        }
        // An admin who views the app as a user connects nothing for them.
        const isThemselves = actor && actor.viewerId === undefined && !actor.hasViewEnded
        const outcome = isThemselves ? await finishConnection(ctx, actor, callback) : 'expired'
        return reply.redirect(
          outcome === 'connected' ? '/accounts' : `/?error=${errors[outcome]}`,
          302,
        )
      },
    )
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
