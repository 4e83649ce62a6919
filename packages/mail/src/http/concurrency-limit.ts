/** Runs a limited number of calls at once. The others wait in a queue, first in, first out. */
export type ConcurrencyLimit = {
  /** Rejects with the signal's reason if it is aborted while the call waits. */
  run<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

export function createConcurrencyLimit(maxAtOnce: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let free = maxAtOnce

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason as Error)
      }
      const start = () => {
        signal.removeEventListener('abort', cancel)
        resolve()
      }
      waiting.push(start)
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  return {
    async run(call, signal) {
      await acquire(signal)
      try {
        return await call()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
