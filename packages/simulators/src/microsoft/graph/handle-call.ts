import { deltaRoutes } from '../delta/delta-routes.ts'
import { toAccount } from '../login/accounts.ts'
import type { Grant } from '../login/grants.ts'
import { mayDo } from '../login/scopes.ts'
import { folderRoutes } from '../messages/folder-routes.ts'
import { messageRoutes } from '../messages/message-routes.ts'
import { permanentDeleteRoutes } from '../messages/permanent-delete.ts'
import { sendingRoutes } from '../messages/sending-routes.ts'
import { subscriptionRoutes } from '../subscriptions/subscription-routes.ts'
import type { Answer } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { GraphError, notSimulated } from './graph-error.ts'
import { withGraphErrors } from './graph-responses.ts'
import type { GraphState } from './graph-state.ts'
import { requireMailbox } from './missing-mailbox.ts'
import { readPreferences } from './preferences.ts'
import { checkOptions, findRoute, toSegments, type Call, type Route } from './route.ts'
import { userRoutes } from './user-routes.ts'

const routes: readonly Route[] = [
  ...userRoutes,
  ...folderRoutes,
  ...deltaRoutes,
  ...messageRoutes,
  ...permanentDeleteRoutes,
  ...sendingRoutes,
  ...subscriptionRoutes,
]

/** Handles one call: a single request, or a part of a batch. */
export function handleCall(graph: GraphState, request: Request): Promise<Answer> {
  return withGraphErrors(graph, request, async () => {
    const url = new URL(request.url)
    const grant = authenticate(graph, request)
    const segments = toOwnSegments(toSegments(url.pathname).slice(1), graph, grant)
    const found = findRoute(routes, request.method, segments)
    if (!found) throw notSimulated(`${request.method} ${url.pathname}`)
    const { route, params } = found
    checkOptions(route, url.searchParams)
    if (!mayDo(grant.scopes, route.scope)) throw accessDenied()
    const { store } = grant.account
    requireMailbox(graph.missingMailboxes, store, segments)
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
      viewer: {
        store,
        ids: graph.idsOf(store),
        webUrl: graph.webUrl,
        scopes: grant.scopes,
        preferences,
        quirks: graph.quirks,
      },
    }
    return graph.throttle.admit(grant, async () => route.handle(call))
  })
}

/**
 * `users/{id}` means `me` for the caller's own id or address. Delegated access allows no other
 * mailbox.
 */
function toOwnSegments(segments: readonly string[], { world }: GraphState, grant: Grant): string[] {
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

function accessDenied(): GraphError {
  return new GraphError(
    403,
    'ErrorAccessDenied',
    'Access is denied. Check credentials and try again.',
  )
}
