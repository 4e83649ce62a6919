import type { UserId } from '@doorman/domain/ids'

/** Of one user: whoever signs in next in the same tab is told of their own trial. */
const keyOf = (userId: UserId) => `trial-notice-dismissed:${userId}`

/** Lasts as long as the browser's tab. */
export function dismissTrialNotice(userId: UserId): void {
  try {
    sessionStorage.setItem(keyOf(userId), 'yes')
  } catch {
    // Storage may be forbidden; then it is gone until the page is loaded again.
  }
}

export function isTrialNoticeDismissed(userId: UserId): boolean {
  try {
    return sessionStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}
