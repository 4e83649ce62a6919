import Stripe from 'stripe'
import { PaymentError } from '../payment-error.ts'

export type StripeConnection = {
  /** `sk_…` or a restricted key `rk_…`, for test or live mode. */
  readonly secretKey: string
  /** Without a trailing slash. It may have a path, which Stripe's client does not support. */
  readonly apiUrl: string
  readonly fetch: typeof globalThis.fetch
  /** For the whole call, including the body. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 30_000
/** A page of a hundred invoices is about half a megabyte. */
const maxResponseBytes = 10 * 1024 * 1024

/**
 * Stripe's own client. The version of the API is the client's. It does not retry: our jobs do, and
 * a user who waits can click again.
 */
export function createStripeClient({
  secretKey,
  apiUrl,
  fetch,
  timeoutMs = defaultTimeoutMs,
}: StripeConnection): Stripe {
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (input: unknown, init?: RequestInit) => {
      const { pathname, search } = new URL(String(input))
      // Following a redirect would send personal data to another host.
      const options = { ...init, redirect: 'manual' } as const
      const response = await fetch(`${apiUrl}${pathname}${search}`, options)
      // Without the headers: Stripe's client prints some of them.
      return new Response(await readObject(response), { status: response.status })
    }),
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  })
}

export function isLiveKey(secretKey: string): boolean {
  return /^[rs]k_live_/.test(secretKey)
}

/**
 * The body, if it is a JSON object. Any other JSON, such as a number, makes Stripe's client throw
 * where nothing can catch it, and its call never ends.
 */
async function readObject(response: Response): Promise<string> {
  const text = await (await readAtMost(response)).text()
  if (isObject(text)) return text
  // A proxy answers with a page while Stripe is down.
  if (response.status >= 500) throw new PaymentError('unavailable', `${response.status}`)
  throw new PaymentError('unreadable', 'unexpected answer')
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

async function readAtMost(response: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxResponseBytes) throw new PaymentError('unreadable', 'too large')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}
