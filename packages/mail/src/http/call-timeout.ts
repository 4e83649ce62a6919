import { secondMs } from '@doorman/domain/time'
import type { Clock } from './clock.ts'
import { MailError } from '../mail-error.ts'

/** Bounds a whole call of the `Mailbox` port and each request to a provider. */
export const callTimeoutMs = 30 * secondMs

/** Aborts `run` after 30 seconds. Rejects then even if `run` ignores the signal. */
export async function withCallTimeout<Result>(
  clock: Clock,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeoutController = new AbortController()
  const timer = new AbortController()
  const timeout = clock.sleep(callTimeoutMs, timer.signal).then(() => {
    const error = new MailError('unavailable', 'timeout', { mayHaveHappened: true })
    timeoutController.abort(error)
    throw error
  })
  // Usually `run` wins the race. Cancelling the timer rejects `timeout`, which must not
  // count as an unhandled rejection.
  timeout.catch(() => {})
  try {
    return await Promise.race([run(timeoutController.signal), timeout])
  } finally {
    // A string as reason: without one, `abort` creates an Error, and its stack trace costs time.
    timer.abort('in-time')
  }
}
