import { text } from './text.ts'
import { paths } from './paths.ts'
import { toast } from './toast.ts'

/**
 * Goes to another document. A toast that is still on the screen comes along.
 * Never settles, so that whoever awaits it stays pending until the page is gone.
 */
export function leave(path: string): Promise<never> {
  toast.takeAlong()
  return leaveFor(path)
}

/** The same, to somebody else's page: no toast of ours has anything to say there. */
export function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

/** For a login session that ended in mid-use: back here after the next sign-in. */
export function leaveForLogin(): void {
  toast.failed(text.sessionEnded.title, text.sessionEnded.description)
  void leave(paths.login(location.pathname + location.search))
}
