import type { VirtualClock } from '@doorman/simulators/world/clock'
import type { Clock } from '../http/clock.ts'
import { callTimeoutMs } from '../mailbox.ts'

/**
 * A virtual clock. A short sleep (backoff, rate limit) advances it and ends at once. The timeout of
 * a call does not: it fires when the test advances the clock.
 */
export function createFakeClock(clock: VirtualClock): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => (ms < callTimeoutMs ? clock.advance(ms) : clock.sleep(ms, signal)),
    after: (ms, run) => clock.after(ms, run),
  }
}
