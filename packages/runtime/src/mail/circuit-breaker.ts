import { secondMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'

/** Stops calls to a provider that is down, so that jobs and users don't wait for timeouts. */
export type CircuitBreaker = {
  /**
   * Makes the call, or fails at once with `unavailable` while the circuit is open. `caller` is the
   * mailbox that makes the call.
   */
  run<Result>(caller: string, call: () => Promise<Result>): Promise<Result>
}

/** The circuit opens after this many failed calls in a row, with no answer in between. */
export const maxFailuresInRow = 5
/**
 * The failures come from at least this many callers. One mailbox that its provider cannot serve
 * must not stop the others.
 */
const minFailedCallers = 2
/** An open circuit lets one call through after this time: the probe. */
export const probeDelayMs = 30 * secondMs

type State =
  | { readonly kind: 'closed'; readonly failures: number; readonly callers: ReadonlySet<string> }
  | { readonly kind: 'open'; readonly probeAtMs: number }
  | { readonly kind: 'probing' }

const closed: State = { kind: 'closed', failures: 0, callers: new Set() }

/**
 * One circuit breaker per provider and process. A call during the probe fails at once, so exactly
 * one call at a time finds out whether the provider is back. The result of a call that began before
 * the circuit opened does not change an open circuit.
 */
export function createCircuitBreaker({
  now,
  onOpen,
  onClose,
}: {
  readonly now: () => Date
  readonly onOpen: () => void
  readonly onClose: () => void
}): CircuitBreaker {
  let state: State = closed

  function admit(): { readonly isProbe: boolean } {
    if (state.kind === 'closed') return { isProbe: false }
    const waitMs = state.kind === 'open' ? state.probeAtMs - now().getTime() : probeDelayMs
    if (waitMs > 0) throw new MailError('unavailable', 'circuit-open', { retryAfterMs: waitMs })
    state = { kind: 'probing' }
    return { isProbe: true }
  }

  function endProbe(result: CallResult): void {
    if (result === 'answered') {
      state = closed
      onClose()
    } else {
      // Without an answer the outage lasts. A call that never reached the provider proves nothing,
      // so the next one is the probe.
      const delayMs = result === 'outage' ? probeDelayMs : 0
      state = { kind: 'open', probeAtMs: now().getTime() + delayMs }
    }
  }

  function count(caller: string, result: CallResult): void {
    if (state.kind !== 'closed' || result === 'unknown') return
    if (result === 'answered') {
      if (state.failures > 0) state = closed
      return
    }
    const { failures, callers } = state
    state = { kind: 'closed', failures: failures + 1, callers: new Set(callers).add(caller) }
    if (state.failures < maxFailuresInRow || state.callers.size < minFailedCallers) return
    state = { kind: 'open', probeAtMs: now().getTime() + probeDelayMs }
    onOpen()
  }

  return {
    async run(caller, call) {
      const { isProbe } = admit()
      const settle = (result: CallResult) => (isProbe ? endProbe(result) : count(caller, result))
      try {
        const answer = await call()
        settle('answered')
        return answer
      } catch (error) {
        settle(toCallResult(error))
        throw error
      }
    },
  }
}

type CallResult = 'answered' | 'outage' | 'unknown'

/**
 * An error answer proves that the provider works. A rate limit proves nothing, because it may be
 * our own. Neither does an error from elsewhere, such as our database.
 */
function toCallResult(error: unknown): CallResult {
  if (!(error instanceof MailError) || error.failure === 'rate-limited') return 'unknown'
  if (error.detail === 'token-damaged') return 'unknown'
  return error.failure === 'unavailable' ? 'outage' : 'answered'
}
