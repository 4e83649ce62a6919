import { useEffect, useSyncExternalStore } from 'react'
import type * as Parts from './parts/parts.ts'

type Loaded = typeof Parts

let loaded: Loaded | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/**
 * The parts of dialogs, menus and toasts, a fifth of the app's code. No page needs them for its
 * first paint, so they load as soon as `isNeeded`. Null until then.
 */
export function useParts(isNeeded: boolean): Loaded | null {
  useEffect(() => {
    if (!isNeeded) return
    loadParts()
    // A load that failed offline is repeated when the connection is back.
    addEventListener('online', loadParts)
    return () => removeEventListener('online', loadParts)
  }, [isNeeded])
  return useSyncExternalStore(subscribe, read, () => null)
}

export function loadParts(): void {
  loading ??= import('./parts/parts.ts').then(
    (parts) => {
      loaded = parts
      for (const listener of listeners) listener()
    },
    () => {
      // Loaded again when they are next needed or the browser is back online.
      loading = null
    },
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Loaded | null {
  return loaded
}
