import { askForEach } from '../../http/ask-for-each.ts'
import { callTimeoutMs } from '../../mailbox.ts'
import { limitedFetch, maxMessageBytes, type LimitedResponse } from '../../http/limited-fetch.ts'
import { createRateLimiter } from '../../http/rate-limit.ts'
import { createRetry } from '../../http/retry.ts'
import { isAboutToken, type TokenSource } from '../../http/token-source.ts'
import type { Transport } from '../../http/transport.ts'
import { catchMailError, MailError } from '../../mail-error.ts'
import { maxBatchParts, readBatch, toBatch } from './gmail-batch.ts'
import { readGmailAnswer } from './gmail-answer.ts'
import type { GmailAnswer, HowAsked } from './gmail-error.ts'
import { toGmailError } from './gmail-error.ts'
import type { GmailRequest } from './gmail-requests.ts'

type Limits = { readonly maxBytes?: number }

/** The Gmail API during one call of the `Mailbox` port. */
export type GmailApi = {
  /** Fails as `too-large` if the response exceeds `maxBytes`. */
  read<Data>(request: GmailRequest<Data>, limits?: Limits): Promise<Data>
  /** See `askForEach`. A part fails as `too-large` if it exceeds what one message may have. */
  readEach<Data>(
    requests: readonly GmailRequest<Data>[],
    limits?: Limits,
  ): Promise<readonly (Data | MailError)[]>
  /** After a failure in doubt, repeats the call only if `readBack` returns `null`: see `Retry`. */
  write<Data>(request: GmailRequest<Data>, readBack: () => Promise<Data | null>): Promise<Data>
  /** Makes the call once and never retries. */
  writeOnce<Data>(request: GmailRequest<Data>): Promise<Data>
  /** Makes each call once and never retries, at most `maxBatchParts` with one request. */
  writeEachOnce<Data>(
    requests: readonly GmailRequest<Data>[],
  ): Promise<readonly (Data | MailError)[]>
  /**
   * Whether the call of `Mailbox` has used half of its time limit and should return what it has.
   */
  isHalfOver(): boolean
}

export type GmailOptions = Transport & {
  readonly tokens: TokenSource
  /** `https://gmail.googleapis.com` or a simulator. No slash at the end. */
  readonly apiUrl: string
}

/** Together with the burst, at most the 6,000 units a minute that Gmail allows a mailbox. */
const quota = { unitsPerMinute: 5000, burst: 1000 }

export function createGmailApi(options: GmailOptions): (signal: AbortSignal) => GmailApi {
  const { apiUrl, clock, fetch, tokens } = options
  const retry = createRetry(options)
  const rateLimiter = createRateLimiter({ ...quota, clock })

  return (signal) => {
    const halfTimeMs = clock.now().getTime() + callTimeoutMs / 2

    async function request<Data>(
      { method, path, body, units }: GmailRequest<Data>,
      { maxBytes }: Limits = {},
    ): Promise<Data> {
      await rateLimiter.take(units, signal)
      return tokens.use(async (accessToken) => {
        const response = await limitedFetch(fetch, `${apiUrl}/gmail/v1/users/me/${path}`, {
          method,
          signal,
          maxBytes,
          headers: {
            authorization: `Bearer ${accessToken}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const how = { isWrite: method !== 'GET', now: clock.now() }
        return readGmailAnswer<Data>(toAnswer(response), how)
      })
    }

    /**
     * Each part counts as a call. All parts share one token, so a refusal of one part's token
     * refuses all.
     */
    async function requestEach<Data>(
      requests: readonly GmailRequest<Data>[],
      { isWrite, maxBytes }: Limits & { readonly isWrite: boolean },
    ): Promise<readonly (Data | MailError)[]> {
      const units = requests.reduce((sum, part) => sum + part.units, 0)
      await rateLimiter.take(units, signal)
      return tokens.use(async (accessToken) => {
        const { contentType, body } = toBatch(requests)
        const response = await limitedFetch(fetch, `${apiUrl}/batch/gmail/v1`, {
          method: 'POST',
          isWrite,
          signal,
          maxBytes,
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': contentType },
          body,
        })
        const { isOk, headers, text } = response
        const how = { isWrite, now: clock.now() }
        if (!isOk) throw toGmailError(toAnswer(response), how)
        const parts = readBatch(headers.get('content-type') ?? '', text, requests.length)
        const answers = parts.map((part) => catchMailError(() => readPart<Data>(part, how)))
        for (const one of answers) if (isAboutToken(one)) throw one
        return answers
      })
    }

    return {
      read: (call, limits) => retry(() => request(call, limits), { signal }),
      readEach: (calls, limits) =>
        askForEach(calls, (some) => requestEach(some, { ...limits, isWrite: false }), {
          retry,
          signal,
          maxAtOnce: maxBatchParts,
        }),
      write: (call, readBack) => retry(() => request(call), { signal, readBack }),
      writeOnce: (call) => request(call),
      writeEachOnce: (calls) => requestEach(calls, { isWrite: true }),
      isHalfOver: () => clock.now().getTime() > halfTimeMs,
    }
  }
}

function toAnswer({ status, headers, text }: LimitedResponse): GmailAnswer {
  return { status, retryAfter: headers.get('retry-after'), text }
}

function readPart<Data>(part: GmailAnswer | null, how: HowAsked): Data {
  if (!part) throw new MailError('unavailable', 'malformed', { mayHaveHappened: how.isWrite })
  if (part.text.length > maxMessageBytes) throw new MailError('too-large', 'part')
  return readGmailAnswer<Data>(part, how)
}

/** Reads a field that Gmail always sends, although its type says that it may be absent. */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined || value === '')
    throw new MailError('unavailable', `malformed ${name}`)
  return value
}
