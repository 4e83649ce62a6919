import { AppError } from '@doorman/domain/app-error'
import type { Context } from '@doorman/services/ports/context'
import { recordViewedRequest } from '@doorman/services/users/record-viewed-request'
import type { FastifyInstance } from 'fastify'

type Denial = {
  readonly route: RegExp
  /** GET and HEAD are allowed: on these routes they change nothing. */
  readonly isReadable?: true
  readonly message: string
}

const toMessage = (what: string) => `You’re viewing as this user, and only they can ${what}.`

/**
 * What an admin cannot do while they view the app as a user. Whole families of routes, so that a new
 * one is denied until it is excepted here.
 */
const denials: readonly Denial[] = [
  {
    route: /^\/api\/admin\/(?!switch-back$)/,
    message: 'You’re viewing as a user. Switch back to admin first.',
  },
  {
    route: /^\/api\/auth\/(?!(me|resend-verification)$)/,
    message: toMessage('change how they sign in or delete their account'),
  },
  { route: /export|download/, message: toMessage('export their data') },
  {
    route: /^\/api\/(account|second-factor|passkeys|devices|sessions|identities)(\/|$)/,
    isReadable: true,
    message: toMessage('change their account or how they sign in'),
  },
  {
    route: /^\/api\/(billing|subscriptions|payments)(\/|$)/,
    isReadable: true,
    message: toMessage('buy or change a plan'),
  },
  {
    route: /^\/api\/(gmail|google|microsoft)\/|connect/,
    message: toMessage('connect a mailbox'),
  },
]

/** Why a call is refused while an admin views the app as a user; `null` if it is allowed. */
export function findDenial(method: string, route: string): string | null {
  const isReading = method === 'GET' || method === 'HEAD'
  const denial = denials.find(
    ({ route: pattern, isReadable }) => pattern.test(route) && !(isReadable && isReading),
  )
  return denial?.message ?? null
}

/** Calls by which the browser learns that a view has ended, and which cannot act on the wrong user. */
const openAfterView = ['/api/auth/me', '/api/admin/switch-back']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Guards the calls of an admin who views the app as a user: each is recorded before it runs, and
 * some are refused. After the view ends, every call is refused until the browser switches back.
 * Otherwise an action meant for the user would change the admin's own account.
 */
export function guardViews(app: FastifyInstance, ctx: Context): void {
  app.addHook('onRequest', async (request) => {
    const { actor, method, ip, params } = request
    const { url: route = '', config } = request.routeOptions
    if (actor.viewEndedBy && !openAfterView.includes(route))
      throw new AppError(
        'view-ended',
        'You’re no longer viewing as this user. Nothing was changed.',
      )
    if (actor.viewerId === undefined) return

    const denial = findDenial(method, route)
    const { id, accountId = id } = params as { readonly id?: string; readonly accountId?: string }
    await recordViewedRequest(ctx, {
      viewerId: actor.viewerId,
      viewedUserId: actor.userId,
      ip,
      method,
      route,
      subjectId: accountId !== undefined && uuid.test(accountId) ? accountId : undefined,
      isRefused: denial !== null,
      isPolled: config.isPolled ?? false,
    })
    if (denial !== null) throw new AppError('forbidden', denial)
  })
}
