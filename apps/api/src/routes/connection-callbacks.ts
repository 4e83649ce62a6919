import type { ConnectionError } from '@doorman/contract/mailboxes'
import { providers } from '@doorman/domain/mailbox'
import type { Context } from '@doorman/services/context'
import {
  finishConnection,
  type Callback,
  type ConnectionOutcome,
} from '@doorman/services/mailboxes/finish-connection'
import type { FastifyInstance } from 'fastify'

/** As SPEC and the landing page know them. */
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
 * Where a provider sends the browser back to. A person is on their way here,
 * so every end is a page. Providers add parameters as they like; what we know
 * counts where it comes once.
 */
export function connectionCallbackRoutes(app: FastifyInstance, ctx: Context): void {
  for (const provider of providers)
    app.get<{ Querystring: Record<string, unknown> }>(
      `/api/${provider}/callback`,
      async ({ query, headers }, reply) => {
        const actor = await ctx.login.findActor(headers.cookie)
        const callback: Callback = {
          provider,
          state: findText(query['state']),
          code: findText(query['code']),
          error: findText(query['error']),
        }
        const outcome = actor ? await finishConnection(ctx, actor, callback) : 'expired'
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
