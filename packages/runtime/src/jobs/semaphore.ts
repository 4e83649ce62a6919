/** Counting semaphore, first come, first served. An aborted signal ends the wait. */
export type Semaphore = {
  /** Resolves with a function that gives the permit back. Later calls of it do nothing. */
  acquire(signal: AbortSignal): Promise<() => void>
}

export function createSemaphore(permits: number): Semaphore {
  let free = permits
  const waiting: (() => void)[] = []

  async function wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      // Not in the list: a permit was handed over just before the signal was aborted.
      const at = waiting.indexOf(resolve)
      if (at < 0) return
      waiting.splice(at, 1)
      reject(signal.reason)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', giveUp)
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  function handOver(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else await wait(signal)
      let isHeld = true
      const release = () => {
        if (isHeld) handOver()
        isHeld = false
      }
      if (signal.aborted) {
        release()
        throw signal.reason
      }
      return release
    },
  }
}
