import { APICallError } from 'ai'
import { OversizedResponse } from './limited-fetch.ts'

/** Every way a language model can fail us, in our words. */
export type Failure =
  | 'timeout'
  | 'rate-limited'
  | 'unavailable'
  | 'bad-answer'
  | 'refused'
  | 'over-budget' // the account at the host has no money left

export type FailedCall = {
  readonly failure: Failure
  /** `null` where a second try is useless. */
  readonly retryAfterMs: number | null
  /** Whether the host may have worked, and charge for it. */
  readonly isBilled: boolean
}

const usualPauseMs = 500
const longestPauseMs = 5_000

export function toFailedCall(error: unknown, signal: AbortSignal): FailedCall {
  if (signal.aborted) return { failure: 'timeout', retryAfterMs: null, isBilled: true }
  if (error instanceof OversizedResponse) return badAnswer
  if (!APICallError.isInstance(error)) {
    // Without a request that failed, it was the response the SDK could not read, or no connection at all.
    return error instanceof TypeError ? unavailable : badAnswer
  }
  const { statusCode } = error
  if (statusCode === undefined || statusCode >= 500) return unavailable
  if (statusCode < 300) return badAnswer
  if (statusCode === 402 || isOutOfMoney(error)) return { ...useless, failure: 'over-budget' }
  if (statusCode === 429) {
    return { failure: 'rate-limited', retryAfterMs: findPauseMs(error), isBilled: false }
  }
  return useless
}

const badAnswer: FailedCall = { failure: 'bad-answer', retryAfterMs: 0, isBilled: true }
const unavailable: FailedCall = {
  failure: 'unavailable',
  retryAfterMs: usualPauseMs,
  isBilled: false,
}
const useless: FailedCall = { failure: 'unavailable', retryAfterMs: null, isBilled: false }

/** OpenAI answers 429 for an empty account too: https://platform.openai.com/docs/guides/error-codes */
function isOutOfMoney({ responseBody }: APICallError): boolean {
  return responseBody?.includes('insufficient_quota') ?? false
}

/** `null` for a wait so long that the mail had better be judged without. */
function findPauseMs({ responseHeaders }: APICallError): number | null {
  const pauseMs = 1_000 * Number(responseHeaders?.['retry-after'])
  if (Number.isNaN(pauseMs)) return usualPauseMs
  return pauseMs <= longestPauseMs ? Math.max(pauseMs, usualPauseMs) : null
}
