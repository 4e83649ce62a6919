import { useEffect, useSyncExternalStore } from 'react'

/** Whether requests reach our server. `offline`: the browser says that it has no network. */
export type Reachability = 'reachable' | 'offline' | 'unreachable'

const minDelayMs = 2_000
const maxDelayMs = 15_000

/**
 * Follows whether our server can be reached. One request that fails proves nothing, so a probe decides.
 * While the server is unreachable, the probe is repeated with backoff.
 */
export function createReachability(options: {
  readonly isOnline: () => boolean
  /** Whether our server answers. */
  readonly probe: () => Promise<boolean>
}) {
  let state: Reachability = 'reachable'
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = minDelayMs
  let isProbing = false
  const listeners = new Set<() => void>()

  function set(next: Reachability) {
    clearTimeout(timer)
    if (next === 'reachable') delayMs = minDelayMs
    if (next === 'unreachable') {
      timer = setTimeout(() => void check(), delayMs)
      delayMs = Math.min(maxDelayMs, 2 * delayMs)
    }
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  async function check() {
    if (!options.isOnline()) return set('offline')
    if (isProbing) return
    isProbing = true
    const hasAnswered = await options.probe()
    isProbing = false
    if (hasAnswered) set('reachable')
    else set(options.isOnline() ? 'unreachable' : 'offline')
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A request got no answer, or the browser has gone online or offline. */
    check,
    /** A request got an answer. */
    onAnswer() {
      if (state !== 'reachable') set('reachable')
    },
  }
}

export const reachability = createReachability({
  isOnline: () => navigator.onLine,
  async probe() {
    try {
      return (await fetch('/healthz', { cache: 'no-store' })).ok
    } catch {
      return false
    }
  },
})

export function useReachability(): Reachability {
  return useSyncExternalStore(reachability.subscribe, reachability.read, () => 'reachable')
}

/** Calls back when the server can be reached again. */
export function useOnReachableAgain(callBack: () => void): void {
  // Subscribes after every render, so that it is the newest callback.
  useEffect(() =>
    reachability.subscribe(() => {
      if (reachability.read() === 'reachable') callBack()
    }),
  )
}
