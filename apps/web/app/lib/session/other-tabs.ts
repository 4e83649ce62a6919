const storageKey = 'signed-out'

/** Mutation key of an admin's switch back. While it runs, the tab leaves for the panel by itself. */
export const switchBackKey = ['switch-back']

/**
 * Tells the other tabs of this browser that the user has signed out, or that an admin has started or
 * stopped viewing the app as a user. They load the login page, which leads back into the app if
 * a user is signed in.
 */
export function announceSignOut(): void {
  try {
    // Each change of the storage fires an event in the other tabs.
    localStorage.setItem(storageKey, 'yes')
    localStorage.removeItem(storageKey)
  } catch {
    // The browser may forbid storage. Then the other tabs notice at their first 401.
  }
}

/** Calls back when the user signs out in another tab. Returns a function that unsubscribes. */
export function onSignOutElsewhere(callBack: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) callBack()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
