import { startTransition, useEffect, useState } from 'react'

let isLive = false
const listeners = new Set<() => void>()

/**
 * Whether the stream of live updates is open, in this tab or another. Pages poll while it is closed, and
 * look the same. So the change is a transition: it must not block the user's first click.
 */
export function useIsLive(): boolean {
  const [isKnownLive, setKnownLive] = useState(isLive)
  useEffect(() => {
    const follow = () => startTransition(() => setKnownLive(isLive))
    follow()
    return subscribe(follow)
  }, [])
  return isKnownLive
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
