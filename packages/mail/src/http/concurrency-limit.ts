/** Runs a limited number of calls at once. The others wait in a queue, first in, first out. */
export type ConcurrencyLimit = {
  /**
   * Rejects with the signal's reason if it is aborted while the call waits. `weight`: how many
   * calls this one counts as, at most the number that may run at once.
   */
  run<Result>(call: () => Promise<Result>, signal: AbortSignal, weight?: number): Promise<Result>
}

type Waiting = { readonly weight: number; readonly start: () => void }

export function createConcurrencyLimit(maxAtOnce: number): ConcurrencyLimit {
  const waiting: Waiting[] = []
  let free = maxAtOnce

  function startNext(): void {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.weight
      next.start()
    }
  }

  async function acquire(weight: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (waiting.length === 0 && weight <= free) {
      free -= weight
      return
    }
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(signal.reason as Error)
        startNext()
      }
      const start = () => {
        signal.removeEventListener('abort', cancel)
        resolve()
      }
      const entry = { weight, start }
      waiting.push(entry)
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  return {
    async run(call, signal, wanted = 1) {
      const weight = Math.min(wanted, maxAtOnce)
      await acquire(weight, signal)
      try {
        return await call()
      } finally {
        free += weight
        startNext()
      }
    },
  }
}
