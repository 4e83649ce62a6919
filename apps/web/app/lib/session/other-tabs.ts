const storageKey = 'signed-out'
const sessionEnd = 'session'
const viewEnd = 'view'

/** Mutation key of an admin's switch back. While it runs, the tab leaves for the panel by itself. */
export const switchBackKey = ['switch-back']

/**
 * Tells the other tabs of this browser that the user has signed out, or that an admin has started to
 * view the app as a user. All of them load the login page, which leads back into the app if a user is
 * signed in.
 */
export function announceSignOut(): void {
  announce(sessionEnd)
}

/**
 * Tells the other tabs that an admin no longer views the app as a user. Only tabs that show the view
 * load the login page. Two tabs may notice the end at once, and both announce it: the first may have
 * switched back already and show the Admin Panel, and the second must not send it elsewhere.
 */
export function announceViewEnd(): void {
  announce(viewEnd)
}

function announce(end: typeof sessionEnd | typeof viewEnd): void {
  try {
    // Each change of the storage fires an event in the other tabs.
    localStorage.setItem(storageKey, end)
    localStorage.removeItem(storageKey)
  } catch {
    // The browser may forbid storage. Then the other tabs notice at their first refused call.
  }
}

/** Calls back when another tab has made this page outdated. Returns a function that unsubscribes. */
export function onOutdated(
  { showsView }: { showsView: boolean },
  callBack: () => void,
): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey || newValue === null) return
    if (showsView || newValue !== viewEnd) callBack()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
