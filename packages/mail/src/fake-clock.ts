import type { VirtualClock } from '@doorman/simulators/world/clock'
import type { Clock } from './clock.ts'
import { longestCallMs } from './time-limit.ts'

/** A virtual clock on which nobody waits: a pause moves it. Only the limit of a call stands until somebody lets time pass. */
export function createFakeClock(clock: VirtualClock): Clock {
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => (ms < longestCallMs ? clock.advance(ms) : clock.sleep(ms, signal)),
  }
}
