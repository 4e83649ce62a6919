import { createLimitedFetch } from '@doorman/mail/limited-fetch'
import type { Wire } from '@doorman/runtime/mail-access'
import { readFailure, type Failure } from './failure.ts'

export type UrlAnswer = {
  readonly kind: 'answered'
  readonly status: number
  /** `null` where it is no JSON. */
  readonly json: unknown
  /** The time by that server's clock, to the second. */
  readonly at: Date | null
}

/** Asks as our adapters do: no redirect, no endless answer. */
export async function askUrl(wire: Wire, url: string): Promise<UrlAnswer | Failure> {
  try {
    const response = await createLimitedFetch(wire)(url)
    const at = new Date(response.headers.get('date') ?? '')
    return {
      kind: 'answered',
      status: response.status,
      json: parseJson(await response.text()),
      at: Number.isNaN(at.getTime()) ? null : at,
    }
  } catch (error) {
    return readFailure(error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
