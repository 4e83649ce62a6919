const storageKey = 'signed-out'

/** Tells the other tabs of this browser that nobody is signed in any more. */
export function tellOtherTabs(): void {
  try {
    // Written and taken away: the browser tells the others of either.
    localStorage.setItem(storageKey, 'yes')
    localStorage.removeItem(storageKey)
  } catch {
    // Storage may be forbidden; then they notice by the first refused call.
  }
}

/** Calls back once somebody has signed out in another tab. Gives what ends that. */
export function onSignOutElsewhere(callBack: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) callBack()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
