import { MailError } from '../../mail-error.ts'
import { toAnswer } from './graph-response.ts'
import { isGone } from './graph-error.ts'
import { findJson, findText, listJson, type Json } from './json.ts'

/** Graph's limit. https://learn.microsoft.com/graph/json-batching */
export const maxBatchParts = 20

export function toBatch(paths: readonly string[], prefer: string): object {
  const requests = paths.map((path, index) => ({
    id: String(index),
    method: 'GET',
    url: `/${path}`,
    headers: { prefer },
  }))
  return { requests }
}

/**
 * The answers in `batch`, by path; `null` if the item is gone. Each part can fail on its own:
 * `failure` is the longest wait that a part asks for, or else any failure.
 */
export function readBatch(
  batch: Json,
  paths: readonly string[],
  now: Date,
): { readonly found: ReadonlyMap<string, Json | null>; readonly failure: MailError | null } {
  const parts = new Map(listJson(batch, 'responses').map((part) => [findText(part, 'id'), part]))
  const found = new Map<string, Json | null>()
  let failure: MailError | null = null
  for (const [index, path] of paths.entries()) {
    try {
      found.set(path, readPart(parts.get(String(index)), now))
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      if (isGone(error)) found.set(path, null)
      else if (failure === null || (error.retryAfterMs ?? 0) > (failure.retryAfterMs ?? 0))
        failure = error
    }
  }
  return { found, failure }
}

function readPart(part: Json | undefined, now: Date): Json {
  const status = part?.['status']
  if (!part || typeof status !== 'number') throw new MailError('unavailable', 'malformed-batch')
  const json = findJson(part, 'body')
  const retryAfter = findHeader(findJson(part, 'headers') ?? {}, 'retry-after')
  return toAnswer({ status, json, retryAfter }, { isWrite: false, now }).json
}

function findHeader(headers: Json, name: string): string | null {
  const key = Object.keys(headers).find((header) => header.toLowerCase() === name)
  return key === undefined ? null : findText(headers, key)
}
