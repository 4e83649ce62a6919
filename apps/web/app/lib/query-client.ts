import { loadCurrentUser } from '@doorman/contract/auth'
import type { Endpoint } from '@doorman/contract/endpoint'
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { createCall, isSignedOut, nullWhenSignedOut, readReply } from './api.ts'
import { currentUser } from './current-user.ts'
import { leaveForLogin } from './leave.ts'
import { tellOtherTabs } from './other-tabs.ts'

const unusedDataKeptMs = 300_000

/** Everything the app knows of the server's state, with the defaults of SPEC section 9. */
export function createQueryClient(world: {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Called once when a login session turns out to have ended in mid-use. */
  onSignedOut: () => void
}): QueryClient {
  let check: Promise<void> | null = null

  // Several calls may be refused at once; they share one look at who is signed in.
  function onError(error: unknown) {
    if (isSignedOut(error)) check ??= checkSignedIn()
  }

  async function checkSignedIn() {
    try {
      const user = await client.fetchQuery({
        queryKey: currentUser.queryKey,
        queryFn: () => nullWhenSignedOut(createCall(world.fetch)(loadCurrentUser, {})),
        staleTime: 0,
      })
      if (user) check = null
      else world.onSignedOut()
    } catch {
      // Without an answer nobody is sent away; the refused call shows its own failure.
      check = null
    }
  }

  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal }) =>
          readReply(await world.fetch(queryKey.join('/'), { credentials: 'include', signal })),
        staleTime: Infinity,
        gcTime: unusedDataKeptMs,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })
  return client
}

export const queryClient = createQueryClient({
  fetch: (path, init) => fetch(path, init),
  onSignedOut: leaveForLogin,
})

/** After a sign-out, here and in the browser's other tabs. */
export function forgetEverywhere(): void {
  forgetEverything()
  tellOtherTabs()
}

/** Drops everything cached. The app notices that nobody is signed in and shows nothing of anyone. */
export function forgetEverything(): void {
  queryClient.removeQueries({ predicate: isOfTheUser })
  queryClient.setQueryData(currentUser.queryKey, null)
}

/** For changes that reach far: whatever is on the screen is asked for again, the rest when it is needed. */
export async function refetchEverything(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: isOfTheUser })
}

/** All but the answer to who that is. */
function isOfTheUser({ queryKey }: Query): boolean {
  return queryKey[0] !== currentUser.queryKey[0]
}

export async function refetch(...endpoints: Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )
}
