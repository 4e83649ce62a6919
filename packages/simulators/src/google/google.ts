import type { Handler, World } from '../world/world.ts'
import { authorize } from './authorize.ts'
import { backendError, notSimulated, rateLimited } from './gmail-error.ts'
import { answerGmail, type Gmail } from './gmail.ts'
import { Grants, type App } from './grants.ts'
import { Watches, type PushSubscription } from './pubsub.ts'
import { SendingLimit } from './sending.ts'
import { listJwks, listPems } from './signing.ts'
import { exchange, revoke } from './token.ts'
import { UnitMeter } from './units.ts'

export type GoogleOptions = {
  readonly apps: readonly App[]
  /** Without it nobody can watch a mailbox. */
  readonly push?: PushSubscription
  /** Whether mail goes out under the Message-ID it was given; otherwise Gmail makes its own. */
  readonly keepsMessageIds?: boolean
}

/** Google as far as a mail product sees it: OAuth, Gmail, and the push of changes. One handler for all its hosts. */
export function createGoogle(
  world: World,
  { apps, push, keepsMessageIds = false }: GoogleOptions,
): Handler {
  const grants = new Grants(world)
  const context = { world, grants, apps }
  const gmail: Gmail = {
    world,
    grants,
    units: new UnitMeter(world.clock),
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
          ? answerGmail(request, gmail)
          : notSimulated(`${request.method} ${pathname}`).toResponse()
    }
  }
  return world.serve('google', handle, {
    rateLimit: () => rateLimited(new Date(world.clock.now().getTime() + 30_000)).toResponse(),
    serverError: () => backendError().toResponse(),
  })
}
