import { loadCurrentUser } from '@doorman/contract/auth'
import type { Endpoint } from '@doorman/contract/endpoint'
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { currentUser } from '../session/current-user.ts'
import { leaveForLogin, reload } from '../session/leave.ts'
import { announceSignOut } from '../session/other-tabs.ts'
import { fetchForShownUser } from '../session/shown-user.ts'
import { createCall, isSignedOut, isUserChanged, nullWhenSignedOut, readReply } from './call.ts'

const unusedDataLifetimeMs = 300_000

/**
 * The cache of everything the app has loaded. Data never goes stale by itself and is kept for five
 * minutes after its last use; nothing is retried, polled or refetched on focus by default.
 */
export function createQueryClient(options: {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Called once when the login session turns out to have ended. */
  onSignedOut: () => void
  /** Called once when another user turns out to be signed in. */
  onUserChanged: () => void
  gcTime?: number
}): QueryClient {
  let check: Promise<void> | null = null
  let isUserKnownChanged = false

  // Several calls may get a 401 at once. They share one check of the login session.
  function onError(error: unknown) {
    if (isSignedOut(error)) check ??= checkSignedIn()
    if (!isUserChanged(error) || isUserKnownChanged) return
    isUserKnownChanged = true
    options.onUserChanged()
  }

  async function checkSignedIn() {
    try {
      const user = await client.fetchQuery({
        queryKey: currentUser.queryKey,
        queryFn: () => nullWhenSignedOut(createCall(options.fetch)(loadCurrentUser, {})),
        staleTime: 0,
      })
      if (user) check = null
      else options.onSignedOut()
    } catch {
      // The check itself failed, so we do not know. The call that got the 401 shows its error.
      check = null
    }
  }

  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) =>
          readReply(options.fetch(queryKey.join('/'), { credentials: 'include', signal })),
        staleTime: Infinity,
        gcTime: options.gcTime ?? unusedDataLifetimeMs,
        meta: { call: createCall(options.fetch) },
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // By default a query or mutation waits silently until the browser is online again.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/**
 * The cache of the browser. On the server every document has its own cache: a shared one would show
 * a user the data of others.
 */
export const queryClient: QueryClient = import.meta.env.SSR
  ? refuseOnServer()
  : createQueryClient({
      fetch: fetchForShownUser,
      onSignedOut: leaveForLogin,
      onUserChanged: reload,
    })

function refuseOnServer(): QueryClient {
  const refuse = () => {
    throw new Error('The browser’s cache was used on the server')
  }
  return new Proxy({} as QueryClient, { get: refuse, set: refuse })
}

/**
 * On the server: the cache for one document. It lives as long as the request, so it needs no timers that
 * empty it.
 */
export function createDocumentClient(
  fetch: (path: string, init?: RequestInit) => Promise<Response>,
): QueryClient {
  return createQueryClient({ fetch, onSignedOut() {}, onUserChanged() {}, gcTime: Infinity })
}

/** After signing out, or when an admin’s view starts: clears the cache here and in the other tabs. */
export function clearUserDataInAllTabs(): void {
  clearUserData()
  announceSignOut()
}

/** Clears the cache and marks the user as signed out. The shell then shows nothing. */
export function clearUserData(): void {
  queryClient.removeQueries({ predicate: isUserData })
  queryClient.setQueryData(currentUser.queryKey, null)
}

/** For changes that affect many screens: refetches what is on the screen now, the rest when needed. */
export async function refetchEverything(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: isUserData })
}

/** Everything except the current user itself. */
function isUserData({ queryKey }: Query): boolean {
  return queryKey[0] !== currentUser.queryKey[0]
}

export async function refetch(...endpoints: Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )
}
