import { shownUserHeader, shownUserParameter } from '@doorman/contract/shown-user'

let shownUser: string | null = null

/** In the browser: names the user whose page this is, as it came with the document. */
export function setShownUser(name: string): void {
  shownUser = name
}

/** `fetch` for our API. The server refuses the call if another user is signed in by now. */
export function fetchForShownUser(path: string, init: RequestInit = {}): Promise<Response> {
  if (shownUser === null) return fetch(path, init)
  const headers = new Headers(init.headers)
  headers.set(shownUserHeader, shownUser)
  return fetch(path, { ...init, headers })
}

/** The address of a download for the shown user. Call it when the link is followed, not on the server. */
export function withShownUser(path: string): string {
  if (shownUser === null) return path
  const url = new URL(path, location.origin)
  url.searchParams.set(shownUserParameter, shownUser)
  return url.pathname + url.search
}
