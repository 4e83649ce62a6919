import { loadCurrentUser, type CurrentUser } from '@doorman/contract/auth'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { ApiError, createCall, nullWhenSignedOut } from '../api/call.ts'
import { paths } from '../paths.ts'
import { visitContext } from './visit-context.ts'

type Arrival = { request: Request; context: Readonly<RouterContextProvider> }

/** On the server: the signed-in user. Redirects to the login page if there is none. */
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

/** On the server: redirects signed-in users from the login and registration pages to the app. */
export async function requireSignedOut({ context }: Arrival): Promise<void> {
  if (await findUser(context)) throw redirect(paths.dashboard)
}

/** For cosmetic choices only: false if the API cannot be reached. */
export async function isSignedIn({ request, context }: Arrival): Promise<boolean> {
  if (!request.headers.has('cookie')) return false
  return findUser(context).then(
    (user) => user !== null,
    () => false,
  )
}

const foundUsers = new WeakMap<Arrival['context'], Promise<CurrentUser | null>>()

/** The signed-in user, or `null`. Asked once for a document, whose loaders run at the same time. */
export function findUser(context: Arrival['context']): Promise<CurrentUser | null> {
  const found = foundUsers.get(context) ?? askForUser(context)
  foundUsers.set(context, found)
  return found
}

async function askForUser(context: Arrival['context']): Promise<CurrentUser | null> {
  const { fetch } = context.get(visitContext)
  try {
    return await nullWhenSignedOut(createCall(fetch)(loadCurrentUser, {}))
  } catch (error) {
    // The API reports that it is briefly unavailable. The page passes that on.
    if (error instanceof ApiError && error.status === 503)
      throw data(null, { status: 503, headers: { 'retry-after': '2' } })
    throw error
  }
}
