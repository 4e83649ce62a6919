import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { OAuth2Client } from 'google-auth-library'
import { callTimeoutMs } from '../../http/call-timeout.ts'
import { createLimitedFetch } from '../../http/limited-fetch.ts'
import { MailError } from '../../mail-error.ts'
import { createRateLimiter } from '../../http/rate-limit.ts'
import { createRetry } from '../../http/retry.ts'
import type { TokenSource } from '../../http/token-source.ts'
import type { Transport } from '../../http/transport.ts'
import { toGmailError } from './gmail-error.ts'

/** A call of one API method for the mailbox `me`. */
type GmailCall<Data> = (
  users: gmail_v1.Resource$Users,
  options: { readonly retry: false; readonly responseType: 'json'; readonly signal: AbortSignal },
) => Promise<{ readonly data: Data }>

/** The Gmail API during one call of the `Mailbox` port. `units` is the call's price in quota. */
export type GmailApi = {
  /** Fails as `too-large` if the response exceeds `maxBytes`. */
  read<Data>(
    units: number,
    call: GmailCall<Data>,
    limits?: { readonly maxBytes: number },
  ): Promise<Data>
  /** See `Retry`: after a failure in doubt it is repeated only if `readBack` returns `null`. */
  write<Data>(
    units: number,
    call: GmailCall<Data>,
    readBack: () => Promise<Data | null>,
  ): Promise<Data>
  /** Makes the call once and never retries. */
  writeOnce<Data>(units: number, call: GmailCall<Data>): Promise<Data>
  /** Half of the time that the port's call may take is over: time to return what there is. */
  isHalfOver(): boolean
}

export type GmailOptions = Transport & {
  readonly tokens: TokenSource
  /** `https://gmail.googleapis.com` or a simulator. No slash at the end. */
  readonly apiUrl: string
}

/**
 * Google's documentation gives two prices for messages.modify and for drafts. These are the higher.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const quotaUnits = {
  getProfile: 1,
  listLabels: 1,
  getLabel: 1,
  listSendAs: 1,
  listHistory: 2,
  listMessages: 5,
  listDrafts: 5,
  createLabel: 5,
  modifyMessage: 10,
  createDraft: 10,
  deleteDraft: 10,
  getMessage: 20,
  getDraft: 20,
  stop: 50,
  sendDraft: 100,
  watch: 100,
} as const

/** Together with the burst, at most the 6,000 units a minute that Gmail allows a mailbox. */
const quota = { unitsPerMinute: 5000, burst: 1000 }

export function createGmailApi(options: GmailOptions): (signal: AbortSignal) => GmailApi {
  const { clock, tokens } = options
  const retry = createRetry(options)
  const rateLimiter = createRateLimiter({ ...quota, clock })

  return (signal) => {
    const halfTimeMs = clock.now().getTime() + callTimeoutMs / 2

    async function request<Data>(
      cost: number,
      isWrite: boolean,
      call: GmailCall<Data>,
      limits?: { readonly maxBytes: number },
    ): Promise<Data> {
      const fetchImplementation = createGmailFetch(options, limits)
      await rateLimiter.take(cost, signal)
      return tokens.use(async (accessToken) => {
        const auth = new OAuth2Client({ transporterOptions: { fetchImplementation } })
        auth.setCredentials({ access_token: accessToken })
        const { users } = gmail({ version: 'v1', auth })
        try {
          const { data } = await call(users, { retry: false, responseType: 'json', signal })
          return readData(data, isWrite)
        } catch (error) {
          throw unwrap(error)
        }
      })
    }

    return {
      read: (cost, call, limits) => retry(() => request(cost, false, call, limits), { signal }),
      write: (cost, call, readBack) => retry(() => request(cost, true, call), { signal, readBack }),
      writeOnce: (cost, call) => request(cost, true, call),
      isHalfOver: () => clock.now().getTime() > halfTimeMs,
    }
  }
}

/**
 * Sends every call to `apiUrl`, path prefix included. The client's own option `rootUrl` drops a
 * path and does not apply to uploads.
 */
function createGmailFetch(
  options: GmailOptions,
  limits?: { readonly maxBytes: number },
): typeof globalThis.fetch {
  const limitedFetch = createLimitedFetch(options, limits)
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const response = await limitedFetch(`${options.apiUrl}${pathname}${search}`, init)
    if (response.ok) return response
    const isWrite = init?.method !== 'GET'
    throw toGmailError(response, await response.text(), { isWrite, now: options.clock.now() })
  }
}

/** The client returns text if the answer is not JSON. Only an empty text is valid. */
function readData<Data>(data: Data, isWrite: boolean): Data {
  const isValid = data === '' || (typeof data === 'object' && data !== null && !('error' in data))
  if (isValid) return data
  throw new MailError('unavailable', 'malformed', { mayHaveHappened: isWrite })
}

/** The client wraps the errors that `fetch` throws. */
function unwrap(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof MailError ? error.cause : error
}

/** For fields that Gmail always sends but the client types as optional. */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined || value === '')
    throw new MailError('unavailable', `malformed ${name}`)
  return value
}
