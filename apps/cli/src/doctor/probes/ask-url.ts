import { withCallTimeout } from '@doorman/mail/http/call-timeout'
import { limitedFetch } from '@doorman/mail/http/limited-fetch'
import type { Transport } from '@doorman/mail/http/transport'
import { catchProbeFailure, type ProbeFailure } from '../probe-failure.ts'

export type UrlAnswer = {
  readonly kind: 'answered'
  readonly status: number
  /** `null` if the body is not JSON. */
  readonly json: unknown
  /** From the `Date` header, with a precision of one second. */
  readonly serverTime: Date | null
}

/** Follows no redirects and limits the size of the answer, as the mail adapters do. */
export async function askUrl(
  { fetch, clock }: Transport,
  url: string,
): Promise<UrlAnswer | ProbeFailure> {
  try {
    const response = await withCallTimeout(clock, (signal) => limitedFetch(fetch, url, { signal }))
    const serverTime = new Date(response.headers.get('date') ?? '')
    return {
      kind: 'answered',
      status: response.status,
      json: parseJson(response.text),
      serverTime: Number.isNaN(serverTime.getTime()) ? null : serverTime,
    }
  } catch (error) {
    return catchProbeFailure(error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
