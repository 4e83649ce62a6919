import { findRetryAfterMs } from '../retry-after.ts'
import { TokenRefused } from '../tokens.ts'
import { GraphError, toDetail } from './graph-error.ts'
import { toGraphFailure } from './graph-failure.ts'
import { findJson, findText, parseJson, type Json } from './json.ts'

export type GraphAnswer = { readonly status: number; readonly json: Json }

/** What Graph answered, or the error it means. An empty answer says no more than its status. */
export async function readAnswer(
  response: Response,
  { isWrite, now }: { readonly isWrite: boolean; readonly now: Date },
): Promise<GraphAnswer> {
  const { ok, status, headers } = response
  const text = await response.text()
  const json = text === '' ? {} : parseJson(text)
  const error = json && findJson(json, 'error')
  if (ok && json && !error) return { status, json }

  const code = error && findCode(error)
  // Under a status that says all is well, even an error proves nothing.
  const failure = ok ? 'unavailable' : toGraphFailure(status, code)
  if (status === 401) throw new TokenRefused(failure, toDetail(status, code))
  throw new GraphError(
    failure,
    { status, code },
    {
      retryAfterMs: findRetryAfterMs({ header: headers.get('retry-after'), now }),
      mayHaveHappened: isWrite && (ok || status >= 500),
    },
  )
}

/** A sentence is no code, and might quote mail. */
function findCode(error: Json): string | null {
  const code = findText(error, 'code')
  return code !== null && /^[\w.]{1,80}$/.test(code) ? code : null
}
