import { useSyncExternalStore } from 'react'

/** Tailwind's `lg`: beside the sidebar there is room for a table. */
const wide = '(min-width: 64rem)'

/** Whether the screen has room for a table. Only one of table and cards is rendered. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => true,
  )
}

function subscribe(listener: () => void) {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
