import { secondMs } from '@doorman/domain/time'
import type { Metrics } from '@doorman/runtime/metrics/metrics'

/** Ten times what the data usually takes. After that the browser requests the rest. */
const waitMs = 400
/** After a late answer, the next documents come without data for this long. */
const pauseMs = 10 * secondMs

/**
 * How long a document waits for its data. What is late is loaded twice: the calls go on, and the browser
 * repeats them. A database that is slow would get twice the load just then. So after the first late
 * answer, documents load nothing for a while.
 */
export function createDataWait(now: () => number, metrics: Pick<Metrics, 'countLateData'>) {
  let pausedUntil = -Infinity
  return {
    /** For a document that is made now; 0: don't load any. */
    toWaitMs: () => (now() < pausedUntil ? 0 : waitMs),
    onLate() {
      pausedUntil = now() + pauseMs
      metrics.countLateData()
    },
  }
}

export type DataWait = ReturnType<typeof createDataWait>
