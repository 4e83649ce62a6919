import { MailError } from '../mail-error.ts'
import { withCallTimeout } from './call-timeout.ts'
import type { Transport } from './transport.ts'

const maxResponseBytes = 25 * 1024 * 1024

/**
 * For responses with one message. A worker loads many messages at once, and anyone can send large
 * ones. Attachments don't count: neither provider sends them along. Gmail sends text as base64, so
 * 750 KB of it fit.
 */
export const maxMessageBytes = 1024 * 1024

/**
 * A `fetch` for calls to providers. It reads the whole body (25 MB decoded at most, unless
 * `maxBytes` says otherwise), takes at most 30 seconds for it, follows no redirect, and fails only
 * with a `MailError`.
 */
export function createLimitedFetch(
  { fetch, clock }: Pick<Transport, 'fetch' | 'clock'>,
  { maxBytes = maxResponseBytes }: { readonly maxBytes?: number | undefined } = {},
): typeof globalThis.fetch {
  return (input, init) => {
    const given = new Request(input, init)
    return withCallTimeout(clock, async (limit) => {
      const signal = AbortSignal.any([given.signal, limit])
      const request = new Request(given, { redirect: 'manual', signal })
      try {
        signal.throwIfAborted()
        return await readWhole(await fetch(request), maxBytes)
      } catch (error) {
        throw toMailError(error, request)
      }
    })
  }
}

async function readWhole(response: Response, maxBytes: number): Promise<Response> {
  const { status, headers } = response
  // Following it would send the access token to another host.
  if (status >= 300 && status < 400) throw new MailError('unavailable', 'redirected')
  const bytes = response.body && (await readAtMost(response.body, maxBytes))
  return new Response(bytes && bytes.size > 0 ? bytes : null, { status, headers })
}

async function readAtMost(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw new MailError('too-large', 'response')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

function toMailError(error: unknown, { method, signal }: Request): MailError {
  if (error instanceof MailError) return error
  if (signal.reason instanceof MailError) return signal.reason
  const code = findCode(error)
  return new MailError('unavailable', code ?? 'network', {
    mayHaveHappened: method !== 'GET' && !connectErrors.has(code ?? ''),
    cause: error,
  })
}

/** No connection was made, so the provider has not seen the request. */
const connectErrors = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `fetch` throws `TypeError: fetch failed`. The reason is the code of a nested `cause`. */
function findCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code
  return null
}
