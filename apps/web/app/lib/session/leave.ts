import { paths } from '../paths.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'

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
  location.assign(url)
  return new Promise(() => {})
}

/** For a login session that has ended. After signing in again the user returns to this page. */
export function leaveForLogin(): void {
  toast.failed(text.sessionEnded.title, text.sessionEnded.description)
  void leave(paths.login(location.pathname + location.search))
}
