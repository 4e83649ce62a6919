import { secondMs } from '@doorman/domain/time'
import type { Metrics } from '@doorman/runtime/metrics/metrics'

/** Ten times what the data usually takes. After that the browser requests the rest. */
const waitMs = 400
/** How long documents then come without data. */
const pauseMs = 10 * secondMs

/**
 * How long a document waits for its data. Late data is loaded twice: the calls go on, and the browser
 * repeats them. A database that is slow would get twice the load just then. So after two late documents
 * within that time, documents load nothing for a while. One alone may be a user with a slow search.
 */
export function createDataWait(now: () => number, metrics: Pick<Metrics, 'countLateData'>) {
  let lastLateAt = -Infinity
  let pausedUntil = -Infinity

  function addLateDocument() {
    if (now() - lastLateAt < pauseMs) pausedUntil = now() + pauseMs
    lastLateAt = now()
    metrics.countLateData()
  }

  /** For a document that is made now. Several of its parts may be late; it counts once. */
  return function forDocument() {
    let isLate = false
    return {
      /** 0: don't load any. */
      waitMs: now() < pausedUntil ? 0 : waitMs,
      onLate() {
        if (!isLate) addLateDocument()
        isLate = true
      },
    }
  }
}

export type DataWait = ReturnType<typeof createDataWait>
