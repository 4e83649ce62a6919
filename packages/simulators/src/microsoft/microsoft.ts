import type { MailStore } from '../world/mailbox/mail-store.ts'
import { toQuirks } from '../world/quirks.ts'
import type { Handler, World } from '../world/world.ts'
import { SyncStates, type Refusal } from './delta/sync-states.ts'
import { toGraphFaultResponses } from './graph/graph-responses.ts'
import type { GraphState } from './graph/graph-state.ts'
import { handleGraph } from './graph/graph.ts'
import type { MissingMailbox } from './graph/missing-mailbox.ts'
import { Throttle } from './graph/throttle.ts'
import { TokenSigner } from './graph/token-signer.ts'
import { toAccount } from './login/accounts.ts'
import type { App } from './login/apps.ts'
import { ConsentPolicies } from './login/consent-policies.ts'
import { Grants } from './login/grants.ts'
import { toLoginFaultResponses } from './login/login-error.ts'
import type { LoginHost } from './login/login-host.ts'
import { handleLogin } from './login/login.ts'
import { ItemIds } from './messages/item-ids.ts'
import { knownQuirks, type Quirks } from './quirks.ts'
import { Subscriptions, type LifecycleEvent } from './subscriptions/subscriptions.ts'

export type MicrosoftOptions = {
  readonly apps: readonly App[]
  /** Base URLs without trailing slashes. Default: Microsoft's own hosts. */
  readonly loginUrl?: string
  readonly graphUrl?: string
  /** Outlook on the web. */
  readonly webUrl?: string
  /** How subscription validation reaches the product. Without it, validation fails. */
  readonly fetch?: typeof globalThis.fetch
}

export type Microsoft = {
  /** Serves both hosts. The path says which one a request is for. */
  readonly handle: Handler
  /** Sets these quirks, and all others to their defaults. */
  setQuirks(quirks: Partial<Quirks>): void
  /** Invalidates all delta tokens of the mailbox. By default they get 410. */
  loseSyncState(store: MailStore, refusal?: Refusal): void
  /** Answers 429 to every call for this mailbox. */
  throttle(store: MailStore, forMs: number): void
  /** Only an administrator of the mailbox's organisation can give apps access to mail from now on. */
  requireAdminConsent(store: MailStore): void
  /** An administrator of the mailbox's organisation approves all apps. */
  giveAdminConsent(store: MailStore): void
  /** The account has no mailbox from now on. */
  removeMailbox(store: MailStore, how: MissingMailbox): void
  /** Sends a lifecycle notification for every subscription of the mailbox. */
  sendLifecycleEvent(store: MailStore, event: LifecycleEvent): void
  /** How long the product's webhook is assumed to take; more than 3 s counts as slow. */
  setEndpointDelay(ms: number): void
  /** The message that a `webLink` names. */
  findLinked(itemId: string): { readonly address: string; readonly id: string } | null
}

/** Simulates Microsoft for a mail product: sign-in, Graph and its change notifications. */
export function createMicrosoft(
  world: World,
  {
    apps,
    loginUrl = 'https://login.microsoftonline.com',
    graphUrl = 'https://graph.microsoft.com',
    webUrl = 'https://outlook.office365.com/owa',
    fetch = () => Promise.reject(new TypeError('fetch failed')),
  }: MicrosoftOptions,
): Microsoft {
  const { clock, random, record } = world
  const grants = new Grants(clock, random)
  const consentPolicies = new ConsentPolicies()
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
    consentPolicies,
    clock,
    random,
    record,
  }
  const quirks = toQuirks(knownQuirks)
  const graph: GraphState = {
    world,
    graphUrl,
    fetch,
    grants,
    tokenSigner: new TokenSigner(random.token(32)),
    subscriptions: new Subscriptions(world, quirks, idsOf),
    syncStates: new SyncStates(),
    quirks,
    missingMailboxes: new Map(),
    throttle: new Throttle(clock, quirks),
    idsOf,
    webUrl,
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
    setQuirks: (settings) => void Object.assign(quirks, toQuirks(knownQuirks, settings)),
    loseSyncState: (store, refusal) => graph.syncStates.lose(store, refusal),
    throttle: (store, forMs) => graph.throttle.block(store, forMs),
    requireAdminConsent: (store) => consentPolicies.requireAdmin(toAccount(store)),
    giveAdminConsent: (store) => {
      for (const app of apps) consentPolicies.approve(toAccount(store).tenantId, app)
    },
    removeMailbox: (store, how) => void graph.missingMailboxes.set(store, how),
    sendLifecycleEvent: (store, event) => graph.subscriptions.sendLifecycleEvent(store, event),
    setEndpointDelay: (ms) => {
      graph.subscriptions.notifications.endpointDelayMs = ms
    },
    findLinked(itemId) {
      for (const [store, known] of ids) {
        const message = [...store.list()].find(({ id }) => known.toId(id, false) === itemId)
        if (message) return { address: store.address, id: message.id }
      }
      return null
    },
  }
}

function toNotSimulated(request: Request): Response {
  const message = `The simulator does not support ${request.method} ${new URL(request.url).pathname}.`
  return Response.json({ error: { code: 'NotSimulated', message } }, { status: 501 })
}
