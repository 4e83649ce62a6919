import type { UserId } from '@doorman/domain/ids'

/** Per user, so that the next user who signs in in the same tab sees their own trial. */
const keyOf = (userId: UserId) => `trial-notice-dismissed:${userId}`

/** Lasts until the tab is closed. */
export function dismissTrialNotice(userId: UserId): void {
  try {
    sessionStorage.setItem(keyOf(userId), 'yes')
  } catch {
    // Storage is blocked: the notice stays hidden until the page is reloaded.
  }
}

export function isTrialNoticeDismissed(userId: UserId): boolean {
  try {
    return sessionStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}
