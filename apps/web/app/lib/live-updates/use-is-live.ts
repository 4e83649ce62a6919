import { useSyncExternalStore } from 'react'

let isLive = false
const listeners = new Set<() => void>()

/** Whether the stream of live updates is open, in this tab or another. Pages poll while it is not. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, readIsLive, () => false)
}

export function readIsLive(): boolean {
  return isLive
}

export function setIsLive(next: boolean): void {
  if (next === isLive) return
  isLive = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
