import { useSyncExternalStore } from 'react'

/** The palette and the list of shortcuts. At most one of them is open. */
type Overlay = 'palette' | 'shortcuts'

type Shown = {
  readonly overlay: Overlay
  /** Gets the focus back when the overlay closes. */
  readonly opener: HTMLElement | null
}

let shown: Shown | null = null
const listeners = new Set<() => void>()

function set(next: Shown | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Can be called from anywhere in the app. */
export function showOverlay(overlay: Overlay): void {
  const { activeElement } = document
  set({ overlay, opener: activeElement instanceof HTMLElement ? activeElement : null })
}

export function closeOverlay(): void {
  set(null)
}

export function useOverlay(): Shown | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
