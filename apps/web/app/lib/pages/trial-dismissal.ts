import type { UserId } from '@doorman/domain/ids'

/** Per user, so that the next user who signs in in the same tab sees their own trial. */
const keyOf = (userId: string) => `trial-notice-dismissed:${userId}`
const listeners = new Set<() => void>()

/** Fallback for browsers that block storage: the notice stays hidden until the page is reloaded. */
let dismissedBy: UserId | null = null

/** Lasts until the tab is closed. */
export function dismissTrialNotice(userId: UserId): void {
  dismissedBy = userId
  try {
    sessionStorage.setItem(keyOf(userId), 'yes')
  } catch {
    // Storage is blocked; `dismissedBy` applies.
  }
  for (const listener of listeners) listener()
}

export function isTrialNoticeDismissed(userId: UserId): boolean {
  return dismissedBy === userId || isStored(window, userId)
}

export function subscribeToDismissal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Runs before the first paint. The server doesn't know what the tab has stored, so the document has the
 * notice even if it was dismissed, and the page would move up when React removes it. A rule hides it: an
 * attribute would be a mismatch at hydration.
 */
export function hideDismissedNotice(page: Window & typeof globalThis): void {
  const notice = page.document.querySelector<HTMLElement>('[data-trial-of]')
  const userId = notice?.dataset['trialOf']
  if (!userId || !isStored(page, userId)) return
  const sheet = new page.CSSStyleSheet()
  sheet.replaceSync(`[data-trial-of="${userId}"] { display: none }`)
  page.document.adoptedStyleSheets.push(sheet)
}

function isStored(page: Window, userId: string): boolean {
  try {
    return page.sessionStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}
