import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { OAuth2Client } from 'google-auth-library'
import type { Clock } from '../clock.ts'
import { createLimitedFetch } from '../limited-fetch.ts'
import { MailError } from '../mail-error.ts'
import { createPace } from '../pace.ts'
import { createRetry } from '../retry.ts'
import type { TokenSource } from '../tokens.ts'
import { toGmailError } from './gmail-failure.ts'

/** One method of the API, of the mailbox `me`. */
export type GmailCall<Data> = (
  users: gmail_v1.Resource$Users,
  options: { readonly retry: false; readonly responseType: 'json'; readonly signal: AbortSignal },
) => Promise<{ readonly data: Data }>

/** Gmail, as far as one call of the port may take. What a call costs is in `units`. */
export type GmailApi = {
  read<Data>(units: number, call: GmailCall<Data>): Promise<Data>
  /** Where it may have had its effect, it is repeated only if `readBack` finds that it had none. */
  write<Data>(
    units: number,
    call: GmailCall<Data>,
    readBack: () => Promise<Data | null>,
  ): Promise<Data>
  /** Asked once and never again, whatever comes back. */
  writeOnce<Data>(units: number, call: GmailCall<Data>): Promise<Data>
}

export type GmailOptions = {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly chance: () => number
  readonly tokens: TokenSource
  /** `https://gmail.googleapis.com`, or what stands in for it; no slash at the end. */
  readonly apiUrl: string
}

/**
 * https://developers.google.com/workspace/gmail/api/reference/quota. Of messages.modify
 * and the drafts the dearer of the prices that are told.
 */
export const units = {
  getProfile: 1,
  listLabels: 1,
  listSendAs: 1,
  listHistory: 2,
  listMessages: 5,
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

/** 250 messages a minute. With the burst, the 6,000 units that a mailbox has. */
const quota = { unitsPerMinute: 5000, burst: 1000 }

export function createGmailApi(options: GmailOptions): (signal: AbortSignal) => GmailApi {
  const { clock, tokens } = options
  const fetchImplementation = createGmailFetch(options)
  const retry = createRetry(options)
  const pace = createPace({ ...quota, clock })

  return (signal) => {
    async function ask<Data>(cost: number, isWrite: boolean, call: GmailCall<Data>): Promise<Data> {
      await pace.take(cost, signal)
      return tokens.use(async (accessToken) => {
        const auth = new OAuth2Client({ transporterOptions: { fetchImplementation } })
        auth.setCredentials({ access_token: accessToken })
        const { users } = gmail({ version: 'v1', auth })
        try {
          const { data } = await call(users, { retry: false, responseType: 'json', signal })
          return readData(data, isWrite)
        } catch (error) {
          throw toOriginal(error)
        }
      })
    }

    return {
      read: (cost, call) => retry(() => ask(cost, false, call), { signal }),
      write: (cost, call, readBack) => retry(() => ask(cost, true, call), { signal, readBack }),
      writeOnce: (cost, call) => ask(cost, true, call),
    }
  }
}

/**
 * Sends every call to the configured host, with its path: the client's own
 * `rootUrl` drops a path, and uploads never look at it.
 */
function createGmailFetch(options: GmailOptions): typeof globalThis.fetch {
  const limitedFetch = createLimitedFetch(options)
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const response = await limitedFetch(`${options.apiUrl}${pathname}${search}`, init)
    if (response.ok) return response
    const isWrite = init?.method !== 'GET'
    throw toGmailError(response, await response.text(), { isWrite, now: options.clock.now() })
  }
}

/** The client gives text where it finds no JSON. Only an empty answer may be none. */
function readData<Data>(data: Data, isWrite: boolean): Data {
  const isSound = data === '' || (typeof data === 'object' && data !== null && !('error' in data))
  if (isSound) return data
  throw new MailError('unavailable', 'malformed', { mayHaveHappened: isWrite })
}

/** The client wraps whatever `fetch` throws. */
function toOriginal(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof MailError ? error.cause : error
}

/** A field that Gmail always sends, and its client cannot promise. */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined || value === '')
    throw new MailError('unavailable', `malformed ${name}`)
  return value
}
