import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { Handler, World } from '../world/world.ts'
import { SyncStates } from './delta/sync-states.ts'
import { noGraphFaults, type GraphFaults } from './graph/graph-faults.ts'
import { toGraphFaultResponses } from './graph/graph-responses.ts'
import type { GraphState } from './graph/graph-state.ts'
import { handleGraph } from './graph/graph.ts'
import { Throttle } from './graph/throttle.ts'
import { TokenSigner } from './graph/token-signer.ts'
import { toAccount } from './login/accounts.ts'
import type { App } from './login/apps.ts'
import { Grants } from './login/grants.ts'
import { toLoginFaultResponses } from './login/login-error.ts'
import type { LoginHost } from './login/login-host.ts'
import { handleLogin } from './login/login.ts'
import { ItemIds } from './messages/item-ids.ts'
import { Subscriptions, type LifecycleEvent } from './subscriptions/subscriptions.ts'

export type MicrosoftOptions = {
  readonly apps: readonly App[]
  /** Base URLs without trailing slashes. Default: Microsoft's own hosts. */
  readonly loginUrl?: string
  readonly graphUrl?: string
  /** How subscription validation reaches the product. Without it, validation fails. */
  readonly fetch?: typeof globalThis.fetch
}

export type Microsoft = {
  /** Serves both hosts. The path says which one a request is for. */
  readonly handle: Handler
  /** Replaces the current faults. */
  setFaults(faults: Partial<GraphFaults>): void
  /** Invalidates all delta tokens of the mailbox: they get 410. */
  loseSyncState(store: MailStore): void
  /** Sends a lifecycle notification for every subscription of the mailbox. */
  sendLifecycleEvent(store: MailStore, event: LifecycleEvent): void
  /** How long the product's webhook is assumed to take; more than 3 s counts as slow. */
  setEndpointDelay(ms: number): void
}

/** Simulates Microsoft for a mail product: sign-in, Graph and its change notifications. */
export function createMicrosoft(
  world: World,
  {
    apps,
    loginUrl = 'https://login.microsoftonline.com',
    graphUrl = 'https://graph.microsoft.com',
    fetch = () => Promise.reject(new TypeError('fetch failed')),
  }: MicrosoftOptions,
): Microsoft {
  const { clock, random, record } = world
  const grants = new Grants(clock, random)
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
    random,
    record,
  }
  const graph: GraphState = {
    world,
    graphUrl,
    fetch,
    grants,
    tokenSigner: new TokenSigner(random.token(32)),
    subscriptions: new Subscriptions(world, idsOf),
    syncStates: new SyncStates(),
    faults: noGraphFaults(),
    throttle: new Throttle(clock),
    idsOf,
  }
  const respondAsLogin: Handler = async (request) =>
    (await handleLogin(login, request)) ?? toNotSimulated(request)
  const respondAsGraph: Handler = (request) => handleGraph(graph, request)
  const serveLogin = world.serve('microsoft', respondAsLogin, toLoginFaultResponses(login))
  const serveGraph = world.serve('microsoft', respondAsGraph, toGraphFaultResponses(graph))
  return {
    handle: (request) =>
      new URL(request.url).pathname.startsWith('/v1.0/')
        ? serveGraph(request)
        : serveLogin(request),
    setFaults: (faults) => void Object.assign(graph.faults, noGraphFaults(), faults),
    loseSyncState: (store) => graph.syncStates.lose(store),
    sendLifecycleEvent: (store, event) => graph.subscriptions.sendLifecycleEvent(store, event),
    setEndpointDelay: (ms) => {
      graph.subscriptions.notifications.endpointDelayMs = ms
    },
  }
}

function toNotSimulated(request: Request): Response {
  const message = `The simulator does not support ${request.method} ${new URL(request.url).pathname}.`
  return Response.json({ error: { code: 'NotSimulated', message } }, { status: 501 })
}
