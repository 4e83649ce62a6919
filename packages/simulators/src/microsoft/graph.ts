import type { MailStore } from '../world/mail-store.ts'
import type { FaultWords } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { answerBatch } from './batch.ts'
import { toAccount } from './accounts.ts'
import { deltaRoutes, type SyncStates } from './delta.ts'
import { folderRoutes } from './graph-folders.ts'
import { messageRoutes } from './graph-messages.ts'
import { sendingRoutes } from './graph-sending.ts'
import { subscriptionRoutes } from './graph-subscriptions.ts'
import { userRoutes } from './graph-user.ts'
import type { Grant, Grants } from './grants.ts'
import {
  GraphError,
  invalidToken,
  notSimulated,
  serverError,
  toGraphErrorResponse,
} from './graph-error.ts'
import type { ItemIds } from './item-ids.ts'
import type { Seal } from './odata.ts'
import { readPreferences } from './preferences.ts'
import type { Quirks } from './quirks.ts'
import { checkOptions, findRoute, toSegments, type Call, type Route } from './route.ts'
import { mayDo } from './scopes.ts'
import type { Subscriptions } from './subscriptions.ts'
import { tooMany, type Throttle } from './throttle.ts'

/** What all calls to Graph share. */
export type Graph = {
  readonly world: World
  /** Where the world reaches it; without a trailing slash. */
  readonly graphUrl: string
  /** How it reaches the product. */
  readonly fetch: typeof globalThis.fetch
  readonly grants: Grants
  readonly seal: Seal
  readonly subscriptions: Subscriptions
  readonly syncStates: SyncStates
  readonly quirks: Quirks
  readonly throttle: Throttle
  readonly idsOf: (store: MailStore) => ItemIds
}

const routes: readonly Route[] = [
  ...userRoutes,
  ...folderRoutes,
  ...deltaRoutes,
  ...messageRoutes,
  ...sendingRoutes,
  ...subscriptionRoutes,
]

/** Answers for `graph.microsoft.com`, below `/v1.0/`. */
export function answerGraph(graph: Graph, request: Request): Promise<Response> {
  const isBatch = request.method === 'POST' && new URL(request.url).pathname === '/v1.0/$batch'
  return isBatch
    ? answerInWords(graph, request, () => answerBatch(graph, request))
    : answerCall(graph, request)
}

/** One call, alone or as a part of a batch. */
export function answerCall(graph: Graph, request: Request): Promise<Response> {
  return answerInWords(graph, request, async () => {
    const url = new URL(request.url)
    const grant = authenticate(graph, request)
    const segments = toOwnSegments(toSegments(url.pathname).slice(1), graph, grant)
    const found = findRoute(routes, request.method, segments)
    if (!found) throw notSimulated(`${request.method} ${url.pathname}`)
    const { route, params } = found
    checkOptions(route, url.searchParams)
    if (!mayDo(grant.scopes, route.scope)) throw accessDenied()
    const { store } = grant.account
    const preferences = readPreferences(request.headers)
    const call: Call = {
      graph,
      grant,
      store,
      request,
      url,
      option: (name) => url.searchParams.get(name),
      param: (name) => params.get(`{${name}}`) ?? '',
      preferences,
      onlooker: { store, ids: graph.idsOf(store), scopes: grant.scopes, preferences },
    }
    return graph.throttle.admit(grant, async () => route.answer(call))
  })
}

export function authenticate({ grants }: Graph, request: Request): Grant {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === '') throw invalidToken('Access token is empty.')
  const grant = grants.findByAccessToken(token)
  if (grant === 'expired') throw invalidToken('Lifetime validation failed, the token is expired.')
  if (grant === null) throw invalidToken('Access token validation failure. Invalid audience.')
  return grant
}

/** How Graph words what the world's fault plan asks of it. */
export function toGraphFaultWords({ world }: Graph): FaultWords {
  return {
    rateLimit: () => toGraphErrorResponse(tooMany('MailboxRequests', 10), world),
    serverError: () => toGraphErrorResponse(serverError(), world),
  }
}

/** `users/{id}` is `me` for one's own id or address; with delegated access there is nobody else's mail. */
function toOwnSegments(segments: readonly string[], { world }: Graph, grant: Grant): string[] {
  const [first = '', user = '', ...rest] = segments
  if (first.toLowerCase() !== 'users') return [...segments]
  const { objectId, store } = grant.account
  if (user === objectId || store.owns(user)) return ['me', ...rest]
  const isKnown = world.mailboxes
    .filter(({ owner }) => owner.provider === 'microsoft')
    .some((other) => other.owns(user) || toAccount(other).objectId === user)
  throw isKnown
    ? accessDenied()
    : new GraphError(404, 'ErrorInvalidUser', `The requested user '${user}' is invalid.`)
}

async function answerInWords(
  { world }: Graph,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof GraphError) return toGraphErrorResponse(error, world, request)
    throw error
  }
}

function accessDenied(): GraphError {
  return new GraphError(
    403,
    'ErrorAccessDenied',
    'Access is denied. Check credentials and try again.',
  )
}
