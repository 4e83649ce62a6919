import { startTransition, useEffect, useState } from 'react'

const maxWaitMs = 2_000

/** False until the browser has painted the page and is idle. For parts that can load later. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // A transition, because parts of the document may wait for their code: an urgent update would replace
    // them by their placeholders.
    const start = () => startTransition(() => setPainted(true))
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, 500)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(start, { timeout: maxWaitMs })
    return () => cancelIdleCallback(id)
  }, [])
  return isPainted
}
