import { APICallError } from 'ai'
import { OversizedResponse } from './limited-fetch.ts'

/** Every way in which a call to a language model can fail. */
export type ModelFailure =
  | 'timeout'
  | 'rate-limited'
  | 'unavailable'
  | 'bad-answer'
  | 'refused'
  /** Our account at the vendor has no money left. */
  | 'out-of-credit'

export type FailedCall = {
  readonly failure: ModelFailure
  /** How long to wait before the one retry; `null` if a retry cannot help. */
  readonly retryAfterMs: number | null
  /** Whether the vendor may have processed the prompt, and so charges for it. */
  readonly isBilled: boolean
}

/** The wait before a retry when the vendor asks for none, or for less. */
const minRetryDelayMs = 500
/** If the vendor asks for a longer wait, the local verdict is used instead. */
const maxRetryDelayMs = 5_000

export function toFailedCall(error: unknown, signal: AbortSignal): FailedCall {
  if (signal.aborted) return { failure: 'timeout', retryAfterMs: null, isBilled: true }
  if (error instanceof OversizedResponse) return badAnswer
  // Other errors than an APICallError: fetch throws a TypeError if it cannot connect, and the SDK
  // throws its own errors if it cannot read the response.
  if (!APICallError.isInstance(error)) return error instanceof TypeError ? unavailable : badAnswer
  const { statusCode } = error
  if (statusCode === undefined || statusCode >= 500) return unavailable
  if (statusCode < 300) return badAnswer
  if (statusCode === 402 || isOutOfCredit(error))
    return { ...notRetryable, failure: 'out-of-credit' }
  if (statusCode === 429) {
    return { failure: 'rate-limited', retryAfterMs: findRetryDelayMs(error), isBilled: false }
  }
  return notRetryable
}

const badAnswer: FailedCall = { failure: 'bad-answer', retryAfterMs: 0, isBilled: true }
const unavailable: FailedCall = {
  failure: 'unavailable',
  retryAfterMs: minRetryDelayMs,
  isBilled: false,
}
const notRetryable: FailedCall = { failure: 'unavailable', retryAfterMs: null, isBilled: false }

/**
 * OpenAI answers 429 for an account without credit too:
 * https://platform.openai.com/docs/guides/error-codes
 */
function isOutOfCredit({ responseBody }: APICallError): boolean {
  return responseBody?.includes('insufficient_quota') ?? false
}

function findRetryDelayMs({ responseHeaders }: APICallError): number | null {
  const delayMs = 1_000 * Number(responseHeaders?.['retry-after'])
  if (Number.isNaN(delayMs)) return minRetryDelayMs
  return delayMs <= maxRetryDelayMs ? Math.max(delayMs, minRetryDelayMs) : null
}
