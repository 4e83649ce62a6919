import { paths } from '../paths.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'

let isLeaving = false

/**
 * Loads another of our pages as a new document. A toast on the screen is shown there again.
 * The promise never settles, so a caller that awaits it stays pending until the page unloads.
 */
export function leave(path: string): Promise<never> {
  toast.keepForNextPage()
  return leaveSite(path)
}

/** Loads a page of another site, without the toast. */
export function leaveSite(url: string): Promise<never> {
  isLeaving = true
  location.assign(url)
  return new Promise(() => {})
}

/** The least time between two reloads: without it, a page would flicker if something kept failing. */
const reloadIntervalMs = 10_000

/** Reloads a page that shows another user than the one who is signed in now. */
export function reload(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const waitMs = arrival?.type === 'reload' ? reloadIntervalMs - performance.now() : 0
  // A failed action shows its toast first.
  setTimeout(() => {
    // A reload would cancel the navigation.
    if (isLeaving) return
    if (!toast.isOpen()) toast.failed(text.userChanged.title, text.userChanged.description)
    toast.keepForNextPage()
    location.reload()
  }, waitMs)
}

let isSignOutExpected = false
let wasSignedOut = false

/**
 * To be called before a call that ends the login session at the user's request. Other calls, such as a
 * live update, may be refused before that call is answered. They must not send the user to the login
 * page: this page leaves by itself.
 */
export function expectSignOut(): void {
  isSignOutExpected = true
  wasSignedOut = false
}

/** The call that should end the login session failed. It may have ended the session all the same. */
export function stopExpectingSignOut(): void {
  isSignOutExpected = false
  if (wasSignedOut) leaveForLogin()
}

/** For a login session that has ended. After signing in again the user returns to this page. */
export function leaveForLogin(): void {
  wasSignedOut = isSignOutExpected
  if (isSignOutExpected) return
  toast.failed(text.sessionEnded.title, text.sessionEnded.description)
  void leave(paths.login(location.pathname + location.search))
}
