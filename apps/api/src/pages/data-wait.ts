import { secondMs } from '@doorman/domain/time'
import type { Metrics } from '@doorman/runtime/metrics/metrics'

/** Ten times what the data usually takes. After that the browser requests the rest. */
const waitMs = 400
/** How long documents then come without data. */
const pauseMs = 10 * secondMs

/**
 * How long a document waits for its data. Late data is loaded twice: the server's calls continue,
 * and the browser repeats them, which would double the load of a slow database. So after two late
 * documents within `pauseMs`, documents load no data for `pauseMs`. One alone may be a slow search.
 */
export function createDataWait(now: () => number, metrics: Pick<Metrics, 'countLateData'>) {
  let lastLateAt = -Infinity
  let pausedUntil = -Infinity

  function addLateDocument() {
    if (now() - lastLateAt < pauseMs) pausedUntil = now() + pauseMs
    lastLateAt = now()
    metrics.countLateData()
  }

  /** For one document. It counts as late once, however many of its parts are late. */
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
