import { data } from 'react-router'
import { ApiError } from '../../lib/api/call.ts'

export type CheckedLink<About> =
  | { readonly token: string; readonly about: About }
  /** The link does nothing, and this is why. */
  | { readonly fault: string }

const incomplete = 'This link is incomplete.'

/**
 * On the server: what a link in an email is about. An outage becomes an error page, because the
 * link may still be valid.
 */
export async function checkLink<About>(
  request: Request,
  check: (input: { token: string }) => Promise<About>,
): Promise<CheckedLink<About>> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token === '') return { fault: incomplete }
  try {
    return { token, about: await check({ token }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fault = findFault(error)
    if (fault === null) throw data(null, { status: error.status })
    return { fault }
  }
}

/** Why the server refused the link itself; `null` if it may work later. */
export function findFault(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const isOfLink = [404, 409, 422].includes(error.status)
  return isOfLink ? (error.userMessage ?? incomplete) : null
}
