import type { Method } from '../../http/transport.ts'
import { catchMailError, MailError } from '../../mail-error.ts'
import { toAnswer } from './graph-response.ts'
import { findJson, findText, listJson, type Json } from './json.ts'

/** Graph's limit. https://learn.microsoft.com/graph/json-batching */
export const maxBatchParts = 20

/** One call within a batch. */
export type Part = {
  readonly method: Exclude<Method, 'DELETE'>
  readonly path: string
  /** Added to the Prefer header, which always asks for immutable ids. */
  readonly prefer?: string
  readonly body?: object
}

export function toBatch(parts: readonly Part[], toPreference: (prefer?: string) => string): object {
  const requests = parts.map(({ method, path, prefer, body }, index) => ({
    id: String(index),
    method,
    url: `/${path}`,
    headers: {
      prefer: toPreference(prefer),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  }))
  return { requests }
}

/** The answers in the order of the parts. Each part can fail on its own. */
export function readBatch(
  batch: Json,
  parts: readonly Part[],
  now: Date,
): readonly (Json | MailError)[] {
  const answers = new Map(listJson(batch, 'responses').map((one) => [findText(one, 'id'), one]))
  return parts.map(({ method }, index) => {
    const isWrite = method !== 'GET'
    return catchMailError(() => readPart(answers.get(String(index)), { isWrite, now }))
  })
}

function readPart(
  part: Json | undefined,
  how: { readonly isWrite: boolean; readonly now: Date },
): Json {
  const status = part?.['status']
  if (!part || typeof status !== 'number')
    throw new MailError('unavailable', 'malformed-batch', { mayHaveHappened: how.isWrite })
  const json = part['body'] === undefined ? {} : findJson(part, 'body')
  const retryAfter = findHeader(findJson(part, 'headers') ?? {}, 'retry-after')
  return toAnswer({ status, json, retryAfter }, how).json
}

function findHeader(headers: Json, name: string): string | null {
  const key = Object.keys(headers).find((header) => header.toLowerCase() === name)
  return key === undefined ? null : findText(headers, key)
}
