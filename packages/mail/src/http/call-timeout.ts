import type { Clock } from './clock.ts'
import { MailError } from '../mail-error.ts'
import { callTimeoutMs } from '../mailbox.ts'

/** Aborts `run` after 30 seconds. Rejects then even if `run` ignores the signal. */
export async function withCallTimeout<Result>(
  clock: Pick<Clock, 'after'>,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const timeout = Promise.withResolvers<never>()
  const timer = clock.after(callTimeoutMs, () => {
    const error = new MailError('unavailable', 'timeout', { mayHaveHappened: true })
    controller.abort(error)
    timeout.reject(error)
  })
  try {
    return await Promise.race([run(controller.signal), timeout.promise])
  } finally {
    timer.cancel()
  }
}
