import { loadCurrentUser, type CurrentUser } from '@doorman/contract/auth'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { ApiError, createCall, nullWhenSignedOut } from './api.ts'
import { paths } from './paths.ts'
import { visitContext } from './visit.ts'

type Arrival = { request: Request; context: Readonly<RouterContextProvider> }

/** On the server: lets signed-in people through and sends everyone else to the login page. */
export async function requireUser({ request, context }: Arrival): Promise<CurrentUser> {
  const user = await findUser(context)
  if (user) return user
  const { pathname, search } = new URL(request.url)
  throw redirect(paths.login(pathname + search))
}

export async function requireAdmin(arrival: Arrival): Promise<void> {
  const user = await requireUser(arrival)
  if (!user.isAdmin) throw redirect(paths.dashboard)
}

/** On the server: pages for people without a login session. */
export async function requireNobody({ context }: Arrival): Promise<void> {
  if (await findUser(context)) throw redirect(paths.dashboard)
}

/** For what is only nicer to know: where the API is out of reach, nobody is taken to be signed in. */
export async function isSignedIn({ request, context }: Arrival): Promise<boolean> {
  if (!request.headers.has('cookie')) return false
  return findUser(context).then(
    (user) => user !== null,
    () => false,
  )
}

async function findUser(context: Arrival['context']): Promise<CurrentUser | null> {
  const { fetch } = context.get(visitContext)
  try {
    return await nullWhenSignedOut(createCall(fetch)(loadCurrentUser, {}))
  } catch (error) {
    // The API is briefly out of reach, and says so by itself: the page passes it on.
    if (error instanceof ApiError && error.status === 503)
      throw data(null, { status: 503, headers: { 'retry-after': '2' } })
    throw error
  }
}
