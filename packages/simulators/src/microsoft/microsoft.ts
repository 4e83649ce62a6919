import type { MailStore } from '../world/mail-store.ts'
import type { Handler, World } from '../world/world.ts'
import { toAccount } from './accounts.ts'
import type { App } from './apps.ts'
import { SyncStates } from './delta.ts'
import { answerGraph, toGraphFaultWords, type Graph } from './graph.ts'
import { Grants } from './grants.ts'
import { ItemIds } from './item-ids.ts'
import { toLoginFaultWords } from './login-error.ts'
import { answerLogin, type LoginHost } from './login.ts'
import { Seal } from './odata.ts'
import { noQuirks, type Quirks } from './quirks.ts'
import { Subscriptions, type LifecycleEvent } from './subscriptions.ts'
import { Throttle } from './throttle.ts'

export type MicrosoftOptions = {
  readonly apps: readonly App[]
  /** Where login and Graph are reached, without trailing slashes; Microsoft's own hosts unless told. */
  readonly loginUrl?: string
  readonly graphUrl?: string
  /** How the validation of a subscription reaches the product; without it nobody answers. */
  readonly fetch?: typeof globalThis.fetch
}

export type Microsoft = {
  /** Answers for both hosts, by path. */
  readonly handle: Handler
  /** What goes oddly, until told otherwise. */
  behave(quirks: Partial<Quirks>): void
  /** Every delta position of the mailbox is answered with 410 from now on. */
  loseSyncState(store: MailStore): void
  /** Sends a lifecycle notification for every subscription of the mailbox. */
  tell(store: MailStore, event: LifecycleEvent): void
  /** How long the product's webhook is taken to need; over 3 s it counts as slow. */
  setEndpointTime(ms: number): void
}

/** The Microsoft side of a world: sign-in, Graph and its notifications. */
export function createMicrosoft(
  world: World,
  {
    apps,
    loginUrl = 'https://login.microsoftonline.com',
    graphUrl = 'https://graph.microsoft.com',
    fetch = () => Promise.reject(new TypeError('fetch failed')),
  }: MicrosoftOptions,
): Microsoft {
  const { clock, chance, record } = world
  const grants = new Grants(clock, chance)
  const ids = new Map<MailStore, ItemIds>()
  const idsOf = (store: MailStore) => {
    const known = ids.get(store) ?? new ItemIds(store)
    ids.set(store, known)
    return known
  }
  const login: LoginHost = {
    loginUrl,
    apps,
    listAccounts: () =>
      world.mailboxes.filter(({ owner }) => owner.provider === 'microsoft').map(toAccount),
    grants,
    clock,
    chance,
    record,
  }
  const graph: Graph = {
    world,
    graphUrl,
    fetch,
    grants,
    seal: new Seal(chance.token(32)),
    subscriptions: new Subscriptions(world, idsOf),
    syncStates: new SyncStates(),
    quirks: noQuirks(),
    throttle: new Throttle(clock),
    idsOf,
  }
  const answerForLogin: Handler = async (request) =>
    (await answerLogin(login, request)) ?? toUnknown(request)
  const answerForGraph: Handler = (request) => answerGraph(graph, request)
  const handleLogin = world.serve('microsoft', answerForLogin, toLoginFaultWords(login))
  const handleGraph = world.serve('microsoft', answerForGraph, toGraphFaultWords(graph))
  return {
    handle: (request) =>
      new URL(request.url).pathname.startsWith('/v1.0/')
        ? handleGraph(request)
        : handleLogin(request),
    behave: (quirks) => void Object.assign(graph.quirks, noQuirks(), quirks),
    loseSyncState: (store) => graph.syncStates.lose(store),
    tell: (store, event) => graph.subscriptions.tell(store, event),
    setEndpointTime: (ms) => {
      graph.subscriptions.notifications.endpointTakesMs = ms
    },
  }
}

function toUnknown(request: Request): Response {
  const message = `The simulator does not know ${request.method} ${new URL(request.url).pathname}.`
  return Response.json({ error: { code: 'NotSimulated', message } }, { status: 501 })
}
