import type { Handler, World } from '../world/world.ts'
import { backendError, notSimulated, rateLimited } from './gmail/gmail-error.ts'
import type { GmailState } from './gmail/gmail-state.ts'
import { handleGmail } from './gmail/gmail.ts'
import { QuotaMeter } from './gmail/quota-units.ts'
import { SendingLimit } from './gmail/sending-limit.ts'
import { authorize } from './oauth/authorize.ts'
import { Grants, type App } from './oauth/grants.ts'
import { listJwks, listPems } from './oauth/signing.ts'
import { exchange, revoke } from './oauth/token.ts'
import { Watches, type PushSubscription } from './pubsub/watches.ts'

export type GoogleOptions = {
  readonly apps: readonly App[]
  /** Without it, `users.watch` responds 404. */
  readonly push?: PushSubscription
  /** Whether a sent message keeps its Message-ID. By default Gmail replaces it. */
  readonly keepsMessageIds?: boolean
}

/**
 * Simulates Google for a mail product: OAuth, Gmail and Pub/Sub push. One handler serves all its
 * hosts.
 */
export function createGoogle(
  world: World,
  { apps, push, keepsMessageIds = false }: GoogleOptions,
): Handler {
  const grants = new Grants(world)
  const context = { world, grants, apps }
  const gmail: GmailState = {
    world,
    grants,
    quota: new QuotaMeter(world.clock),
    sendingLimit: new SendingLimit(() => world.clock.now()),
    watches: new Watches(world, push ?? null, (grant) => grants.isAlive(grant)),
    drafts: new Map(),
    keepsMessageIds,
  }
  const handle: Handler = async (request) => {
    const { pathname } = new URL(request.url)
    switch (`${request.method} ${pathname}`) {
      case 'GET /o/oauth2/v2/auth':
      case 'POST /o/oauth2/v2/auth':
        return authorize(request, context)
      case 'POST /token':
        return exchange(request, context)
      case 'POST /revoke':
        return revoke(request, context)
      case 'GET /oauth2/v1/certs':
        return listPems()
      case 'GET /oauth2/v3/certs':
        return listJwks()
      default:
        return pathname.startsWith('/gmail/v1/')
          ? handleGmail(request, gmail)
          : notSimulated(`${request.method} ${pathname}`).toResponse()
    }
  }
  return world.serve('google', handle, {
    rateLimit: () => rateLimited(new Date(world.clock.now().getTime() + 30_000)).toResponse(),
    serverError: () => backendError().toResponse(),
  })
}
