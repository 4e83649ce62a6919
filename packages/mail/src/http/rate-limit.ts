import { minuteMs, secondMs } from '@doorman/domain/time'
import type { Clock } from './clock.ts'
import { MailError } from '../mail-error.ts'

/** A caller that would have to wait longer fails with `rate-limited` instead. */
const maxWaitMs = 10 * secondMs

/** Waits until `units` of the quota are available, then spends them. */
export type RateLimiter = { take(units: number, signal: AbortSignal): Promise<void> }

/** A token bucket that holds `burst` units and refills at `unitsPerMinute`. */
export function createRateLimiter({
  unitsPerMinute,
  burst,
  clock,
}: {
  readonly unitsPerMinute: number
  readonly burst: number
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}): RateLimiter {
  const unitsPerMs = unitsPerMinute / minuteMs
  let available = burst
  let refilledAtMs = clock.now().getTime()

  return {
    async take(units, signal) {
      const nowMs = clock.now().getTime()
      available = Math.min(burst, available + (nowMs - refilledAtMs) * unitsPerMs)
      refilledAtMs = nowMs
      const waitMs = Math.ceil(Math.max(0, (units - available) / unitsPerMs))
      if (waitMs > maxWaitMs)
        throw new MailError('rate-limited', 'own-rate-limit', { retryAfterMs: waitMs })
      // Spent before the wait (the balance may become negative), so that later callers queue up.
      available -= units
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}
