import type { gmail_v1 } from '@googleapis/gmail'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { FaultResponses } from '../world/faults.ts'
import { toQuirks } from '../world/quirks.ts'
import type { Handler, World } from '../world/world.ts'
import { handleGmailBatch } from './gmail/batch.ts'
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
import { knownQuirks, type Quirks } from './quirks.ts'

export type GoogleOptions = {
  readonly apps: readonly App[]
  /** Without it, `users.watch` responds 404. */
  readonly push?: PushSubscription
  readonly quirks?: Partial<Quirks>
}

export type Google = {
  /** Serves all hosts of Google. The path says which one a request is for. */
  readonly handle: Handler
  /** Sets these quirks, and all others to their defaults. */
  setQuirks(quirks: Partial<Quirks>): void
  /** The account has no Gmail from now on, as if an administrator had switched it off. */
  removeMailbox(store: MailStore): void
  /** The addresses besides the primary one that the owner has added under "Send mail as". */
  setAliases(store: MailStore, aliases: readonly gmail_v1.Schema$SendAs[]): void
  /** The operator makes another topic with a subscription. Watches on the old topic stay active. */
  replacePush(push: PushSubscription): void
  /** All mailboxes have their whole quota again. */
  forgetQuota(): void
}

/** Simulates Google for a mail product: OAuth, Gmail and Pub/Sub push. */
export function createGoogle(
  world: World,
  { apps, push, quirks: settings = {} }: GoogleOptions,
): Google {
  const grants = new Grants(world)
  const context = { world, grants, apps }
  const quirks = toQuirks(knownQuirks, settings)
  const gmail: GmailState = {
    world,
    grants,
    quota: new QuotaMeter(world.clock),
    sendingLimit: new SendingLimit(() => world.clock.now()),
    watches: new Watches(world, { push: push ?? null, quirks, grants }),
    drafts: new Map(),
    aliases: new Map(),
    withoutMailbox: new Set(),
    quirks,
  }
  const faultResponses: FaultResponses = {
    rateLimit: () => rateLimited(new Date(world.clock.now().getTime() + 30_000)).toResponse(),
    serverError: () => backendError().toResponse(),
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
      case 'POST /batch/gmail/v1':
        return handleGmailBatch(request, gmail, faultResponses)
      default:
        return pathname.startsWith('/gmail/v1/')
          ? handleGmail(request, gmail)
          : notSimulated(`${request.method} ${pathname}`).toResponse()
    }
  }
  return {
    handle: world.serve('google', handle, faultResponses),
    setQuirks: (changed) => Object.assign(quirks, toQuirks(knownQuirks, changed)),
    removeMailbox: (store) => gmail.withoutMailbox.add(store),
    setAliases: (store, aliases) => gmail.aliases.set(store, aliases),
    replacePush: (other) => gmail.watches.replacePush(other),
    forgetQuota: () => gmail.quota.forget(),
  }
}
