import { MailError } from '../mail-error.ts'
import type { FetchResponse, Method, Transport } from './transport.ts'

const maxResponseBytes = 25 * 1024 * 1024

/**
 * For responses with one message. A worker loads many messages at once, and anyone can send large
 * ones. Attachments don't count: neither provider sends them along. Gmail sends text as base64, so
 * 750 KB of it fit.
 */
export const maxMessageBytes = 1024 * 1024

/**
 * For responses with several messages. Twenty ordinary ones fit. If they don't, the messages are
 * loaded one by one: parsing more at once would block the event loop for too long.
 */
export const maxMessagesBytes = 4 * maxMessageBytes

type LimitedRequest = {
  readonly method?: Method
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** `false` for a batch of reads, which is a POST. */
  readonly isWrite?: boolean
  /** Must abort in the end, so that no call is endless: see `withCallTimeout`. */
  readonly signal: AbortSignal
  /** 25 MB by default. */
  readonly maxBytes?: number | undefined
}

export type LimitedResponse = {
  readonly status: number
  readonly isOk: boolean
  readonly headers: FetchResponse['headers']
  readonly text: string
}

/**
 * One call to a provider. Reads the whole body, up to `maxBytes`, follows no redirect, and fails only
 * with a `MailError`.
 */
export async function limitedFetch(
  fetch: Transport['fetch'],
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    isWrite = method !== 'GET',
    signal,
    maxBytes = maxResponseBytes,
  }: LimitedRequest,
): Promise<LimitedResponse> {
  try {
    signal.throwIfAborted()
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
    const { status } = response
    const text = response.body ? await readAtMost(response.body, maxBytes) : ''
    // The answer came too late: the call has failed already.
    signal.throwIfAborted()
    // Following a redirect would send the access token to another host.
    if (status >= 300 && status < 400) throw new MailError('unavailable', 'redirected')
    return { status, isOk: status >= 200 && status < 300, headers: response.headers, text }
  } catch (error) {
    throw toMailError(error, isWrite, signal)
  }
}

/** A form, as OAuth endpoints take it. */
export function toFormRequest(
  form: Readonly<Record<string, string>>,
): Pick<LimitedRequest, 'method' | 'headers' | 'body'> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams(form).toString(),
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw new MailError('too-large', 'response')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
}

const byteOrderMark = '\uFEFF'

function toMailError(error: unknown, isWrite: boolean, signal: AbortSignal): MailError {
  if (error instanceof MailError) return error
  if (signal.reason instanceof MailError) return signal.reason
  const code = findCode(error)
  return new MailError('unavailable', code ?? 'network', {
    mayHaveHappened: isWrite && !connectErrors.has(code ?? ''),
    cause: error,
  })
}

/** No connection was made, so the provider has not seen the request. */
const connectErrors = new Set([
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENOTFOUND',
])

/** `fetch` throws `TypeError: fetch failed`. The reason is the code of a nested `cause`. */
function findCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code
  return null
}
