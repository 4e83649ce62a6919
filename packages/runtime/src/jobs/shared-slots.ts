import { secondMs } from '@doorman/domain/time'
import { createSemaphore } from './semaphore.ts'

export const sharedSlots = 2
const outsideSlots = 1

/** pg-boss counts the wait as run time, so it must be far below `expireInSeconds`. */
const defaultWaitMs = 10 * secondMs

export type SharedKind = 'shared' | 'shared-outside'

/**
 * The slots that jobs without slots of their own share. Jobs that call a service outside never take
 * all of them, because the service may be silent.
 */
export function createSharedSlots(waitMs = defaultWaitMs) {
  const shared = createSemaphore(sharedSlots)
  const outside = createSemaphore(outsideSlots)

  /**
   * Runs in a shared slot. Returns `false`, without a run, if none is free in time. The slot is free
   * again when the run ends or its signal is aborted: pg-boss has then given the job up, and a run
   * that never ends would hold the slot until the process ends.
   */
  return async function runInSharedSlot(
    kind: SharedKind,
    signal: AbortSignal,
    run: () => Promise<void>,
  ): Promise<boolean> {
    const held: (() => void)[] = []
    const leave = () => {
      for (const release of held.splice(0)) release()
    }
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), waitMs)
    const stopped = AbortSignal.any([signal, late.signal])
    signal.addEventListener('abort', leave)
    try {
      for (const semaphore of kind === 'shared' ? [shared] : [outside, shared])
        held.push(await semaphore.acquire(stopped))
      clearTimeout(timer)
      // An abort before the last `push` released only what was held by then.
      signal.throwIfAborted()
      await run()
      return true
    } catch (error) {
      if (late.signal.aborted && !signal.aborted) return false
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      leave()
    }
  }
}
