import type { Clock } from './clock.ts'
import { MailError } from './mail-error.ts'

/** Repeats a call that may work a moment later. A mail is never sent this way: once asked, a provider may have sent it. */
export type Retry = <Result>(
  call: () => Promise<Result>,
  options: {
    readonly signal: AbortSignal
    /** What the call was to bring about, if it has: asked first, where a call may have had its effect. Without it such a call is not repeated. */
    readonly readBack?: () => Promise<Result | null>
  },
) => Promise<Result>

const mostTries = 4
const firstDelayMs = 500
/** Longer is not worth the time of whoever waits; a job comes back later by itself. */
const patienceMs = 15_000

export function createRetry({
  clock,
  chance,
}: {
  readonly clock: Clock
  /** From 0 to 1, as `Math.random`. */
  readonly chance: () => number
}): Retry {
  return async (call, { signal, readBack }) => {
    const endsAtMs = clock.now().getTime() + patienceMs
    let mayHaveHappened = false
    for (let tries = 1; ; tries++) {
      try {
        const found = mayHaveHappened && readBack ? await readBack() : null
        return found === null ? await call() : found
      } catch (error) {
        if (!isPassing(error)) throw error
        mayHaveHappened ||= error.mayHaveHappened
        const delayMs = toDelayMs(error, tries, chance())
        const isTooLate = tries === mostTries || clock.now().getTime() + delayMs > endsAtMs
        if (isTooLate || signal.aborted || (mayHaveHappened && !readBack)) throw error
        await clock.sleep(delayMs, signal)
      }
    }
  }
}

function isPassing(error: unknown): error is MailError {
  return (
    error instanceof MailError &&
    (error.failure === 'rate-limited' || error.failure === 'unavailable')
  )
}

/** Never sooner than the provider asks, and never all at the same moment. */
function toDelayMs({ retryAfterMs }: MailError, tries: number, chance: number): number {
  const delayMs = firstDelayMs * 2 ** (tries - 1) * (0.5 + chance / 2)
  return (retryAfterMs ?? 0) + delayMs
}
