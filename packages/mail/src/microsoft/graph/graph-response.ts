import type { LimitedResponse } from '../../http/limited-fetch.ts'
import { findRetryAfterMs } from '../../http/retry-after.ts'
import { TokenRefused } from '../../http/token-source.ts'
import { GraphError, toDetail } from './graph-error.ts'
import { toGraphFailure } from './graph-failure.ts'
import { findJson, findText, parseJson, type Json } from './json.ts'

export type GraphAnswer = { readonly status: number; readonly json: Json }

type AnswerOptions = { readonly isWrite: boolean; readonly now: Date }

/** Returns Graph's answer, or throws the error in it. An empty body counts as `{}`. */
export function readAnswer(
  { status, headers, text }: LimitedResponse,
  options: AnswerOptions,
): GraphAnswer {
  const json = text === '' ? {} : parseJson(text)
  return toAnswer({ status, json, retryAfter: headers.get('retry-after') }, options)
}

/** The answer to a request, or to a part of a batch. `json` is `null` if it is unreadable. */
export function toAnswer(
  {
    status,
    json,
    retryAfter,
  }: {
    readonly status: number
    readonly json: Json | null
    readonly retryAfter: string | null
  },
  { isWrite, now }: AnswerOptions,
): GraphAnswer {
  const ok = status >= 200 && status < 300
  const error = json && findJson(json, 'error')
  if (ok && json && !error) return { status, json }

  const code = error && findCode(error)
  // An error body with a success status is contradictory, so it counts as an outage.
  const failure = ok ? 'unavailable' : toGraphFailure(status, code)
  if (status === 401) throw new TokenRefused(failure, toDetail(status, code))
  throw new GraphError(
    failure,
    { status, code },
    {
      retryAfterMs: findRetryAfterMs({ header: retryAfter, now }),
      mayHaveHappened: isWrite && (ok || status >= 500),
    },
  )
}

/** Ignores codes with spaces: such text might quote a message. */
function findCode(error: Json): string | null {
  const code = findText(error, 'code')
  return code !== null && /^[\w.]{1,80}$/.test(code) ? code : null
}
