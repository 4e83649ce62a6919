import { useSyncExternalStore } from 'react'

const nothingToWatch = () => () => {}

/** False in server markup and while it comes alive, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  )
}
