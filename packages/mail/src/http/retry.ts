import { secondMs } from '@doorman/domain/time'
import type { Clock } from './clock.ts'
import type { Transport } from './transport.ts'
import { MailError } from '../mail-error.ts'

/** Repeats a call after transient failures, with backoff. Never used to send a message. */
export type Retry = <Result>(
  call: () => Promise<Result>,
  options: {
    readonly signal: AbortSignal
    /**
     * After a failure in doubt, looks for the call's effect: the result if it happened, `null` if
     * not. Only `null` lets the call be repeated. Without `readBack` it is not repeated at all.
     */
    readonly readBack?: () => Promise<Result | null>
  },
) => Promise<Result>

const maxAttempts = 4
const firstBackoffMs = 500
/** No attempt starts later than this. A job that fails is retried later by the queue. */
const retryBudgetMs = 15 * secondMs

export function createRetry({
  clock,
  random,
}: Pick<Transport, 'random'> & { readonly clock: Pick<Clock, 'now' | 'sleep'> }): Retry {
  return async (call, { signal, readBack }) => {
    const deadlineMs = clock.now().getTime() + retryBudgetMs
    let isInDoubt = false
    for (let attempt = 1; ; attempt++) {
      try {
        const found = isInDoubt && readBack ? await readBack() : null
        return found === null ? await call() : found
      } catch (error) {
        if (!isTransient(error)) throw error
        isInDoubt ||= error.mayHaveHappened
        const delayMs = toDelayMs(error, attempt, random())
        const isTooLate = attempt === maxAttempts || clock.now().getTime() + delayMs > deadlineMs
        if (isTooLate || signal.aborted || (isInDoubt && !readBack)) throw error
        await clock.sleep(delayMs, signal)
      }
    }
  }
}

/** Whether the same call may succeed a moment later. */
export function isTransient(error: unknown): error is MailError {
  return (
    error instanceof MailError &&
    (error.failure === 'rate-limited' || error.failure === 'unavailable')
  )
}

/** Exponential backoff with jitter, on top of the wait that the provider asks for. */
function toDelayMs({ retryAfterMs }: MailError, attempt: number, random: number): number {
  const backoffMs = firstBackoffMs * 2 ** (attempt - 1) * (0.5 + random / 2)
  return (retryAfterMs ?? 0) + backoffMs
}
