import { askForEach } from '../../http/ask-for-each.ts'
import { callTimeoutMs } from '../../mailbox.ts'
import { limitedFetch, type LimitedResponse } from '../../http/limited-fetch.ts'
import { MailError } from '../../mail-error.ts'
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts'
import { createRateLimiter } from '../../http/rate-limit.ts'
import { createRetry } from '../../http/retry.ts'
import { isAboutToken, type TokenSource } from '../../http/token-source.ts'
import type { Method, Transport } from '../../http/transport.ts'
import { maxBatchParts, readBatch, toBatch, type Part } from './batch.ts'
import { isGone } from './graph-error.ts'
import { readAnswer, type GraphAnswer } from './graph-response.ts'
import { findText, listJson, type Json } from './json.ts'

/** A URL that Graph gave us, relative to its base URL, so that it cannot lead to another host. */
export type Link = string

/** Graph during one call of the `Mailbox` port. Paths are relative: `me/messages`. */
export type Graph = {
  get(path: string, options?: GetOptions): Promise<Json>
  /** Many items with few requests. See `askForEach`. */
  getEach(
    parts: readonly Pick<Part, 'path' | 'prefer'>[],
    limits?: { readonly maxBytes: number },
  ): Promise<readonly (Json | MailError)[]>
  /** Many items with few requests, in the order of `paths`. `null` for an item that is gone. */
  getMany(paths: readonly string[]): Promise<readonly (Json | null)[]>
  /** Makes each call once and never retries, at most `maxBatchParts` with one request. */
  writeEachOnce(parts: readonly Part[]): Promise<readonly (Json | MailError)[]>
  /** The first `limit` items of a collection, from as many pages as needed. */
  list(
    path: string,
    limit: number,
  ): Promise<{ readonly items: readonly Json[]; readonly hasMore: boolean }>
  patch(path: string, body: object): Promise<Json>
  /** After a failure in doubt, repeats the call only if `readBack` returns `null`: see `Retry`. */
  post(path: string, body: object, readBack?: () => Promise<Json | null>): Promise<Json>
  /** Makes the call once and never retries. */
  postOnce(path: string): Promise<void>
  delete(path: string): Promise<void>
  /** Throws if the URL does not lead to Graph. */
  toLink(url: string | null): Link
  /**
   * Whether the call of `Mailbox` has used half of its time limit and should return what it has.
   */
  isHalfOver(): boolean
}

type GetOptions = {
  readonly prefer?: string
  /** The call fails as `too-large` if the response exceeds it. */
  readonly maxBytes?: number
}

type RequestOptions = GetOptions & { readonly body?: object }

type SendOptions = {
  readonly method: Method
  readonly isWrite: boolean
  readonly accessToken: string
  readonly body?: object | undefined
  readonly prefer?: string | undefined
  readonly maxBytes?: number | undefined
}

export type GraphOptions = Transport & {
  readonly tokens: TokenSource
  /** `https://graph.microsoft.com` or a simulator. */
  readonly graphUrl: string
}

/**
 * Graph's limits for one app and one mailbox: four calls at once, and 10,000 in ten minutes, which
 * the rate and the burst together reach.
 * https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits
 */
const maxCallsAtOnce = 4
const quota = { unitsPerMinute: 900, burst: 1000 }

/** Without this preference, the id of a message changes when the message is moved. */
const immutableIds = 'IdType="ImmutableId"'

function toPreference(prefer?: string): string {
  return prefer === undefined ? immutableIds : `${immutableIds}, ${prefer}`
}

export function createGraph(options: GraphOptions): (signal: AbortSignal) => Graph {
  const { clock, fetch, tokens } = options
  const baseUrl = new URL(`${options.graphUrl}/v1.0/`).href
  const retry = createRetry(options)
  const concurrencyLimit = createConcurrencyLimit(maxCallsAtOnce)
  const rateLimiter = createRateLimiter({ ...quota, clock })

  return (signal) => {
    const halfTimeMs = clock.now().getTime() + callTimeoutMs / 2

    async function request(
      method: Method,
      path: string,
      { body, prefer, maxBytes }: RequestOptions = {},
    ): Promise<GraphAnswer> {
      await rateLimiter.take(1, signal)
      return tokens.use((accessToken) =>
        concurrencyLimit.run(async () => {
          const isWrite = method !== 'GET'
          const call = { method, isWrite, body, prefer, maxBytes, accessToken }
          return readAnswer(await send(path, call), { isWrite, now: clock.now() })
        }, signal),
      )
    }

    function send(
      path: string,
      { method, isWrite, body, prefer, maxBytes, accessToken }: SendOptions,
    ): Promise<LimitedResponse> {
      return limitedFetch(fetch, `${baseUrl}${path}`, {
        method,
        isWrite,
        signal,
        maxBytes,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${accessToken}`,
          prefer: toPreference(prefer),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    }

    /**
     * Each part counts as a call, and Graph makes four of them at once. All parts share one token,
     * so a refusal of one part's token refuses all.
     */
    async function requestEach(
      parts: readonly Part[],
      maxBytes?: number,
    ): Promise<readonly (Json | MailError)[]> {
      const isWrite = parts.some(({ method }) => method !== 'GET')
      await rateLimiter.take(parts.length, signal)
      return tokens.use((accessToken) =>
        concurrencyLimit.run(
          async () => {
            const body = toBatch(parts, toPreference)
            const response = await send('$batch', {
              method: 'POST',
              isWrite,
              body,
              maxBytes,
              accessToken,
            })
            const now = clock.now()
            const answers = readBatch(readAnswer(response, { isWrite, now }).json, parts, now)
            for (const one of answers) if (isAboutToken(one)) throw one
            return answers
          },
          signal,
          parts.length,
        ),
      )
    }

    async function get(path: string, getOptions: GetOptions = {}): Promise<Json> {
      const { json } = await retry(() => request('GET', path, getOptions), { signal })
      return json
    }

    const getEach: Graph['getEach'] = (parts, limits) =>
      askForEach(
        parts.map((part): Part => ({ ...part, method: 'GET' })),
        (some) => requestEach(some, limits?.maxBytes),
        { retry, signal, maxAtOnce: maxBatchParts },
      )

    async function getMany(paths: readonly string[]): Promise<readonly (Json | null)[]> {
      const items = await getEach(paths.map((path) => ({ path })))
      return items.map((item) => {
        if (isGone(item)) return null
        if (item instanceof MailError) throw item
        return item
      })
    }

    /** Rejects other hosts: following a link sends the access token there. */
    function toLink(url: string | null): Link {
      const href = url !== null && URL.canParse(url) ? new URL(url).href : ''
      if (!href.startsWith(baseUrl)) throw new MailError('unavailable', 'foreign-link')
      return href.slice(baseUrl.length)
    }

    return {
      get,
      getEach,
      getMany,
      writeEachOnce: (parts) => requestEach(parts),
      toLink,
      isHalfOver: () => clock.now().getTime() > halfTimeMs,
      async list(path, limit) {
        const items: Json[] = []
        let next: Link | null = path
        while (next !== null && items.length < limit) {
          const page: Json = await get(next)
          items.push(...listJson(page, 'value'))
          const nextLink = findText(page, '@odata.nextLink')
          next = nextLink === null ? null : toLink(nextLink)
        }
        return { items: items.slice(0, limit), hasMore: next !== null || items.length > limit }
      },
      async patch(path, body) {
        const call = () => request('PATCH', path, { body })
        const { json } = await retry(call, { signal, readBack: repeatable })
        return json
      },
      async post(path, body, readBack) {
        const call = async () => (await request('POST', path, { body })).json
        return retry(call, { signal, ...(readBack && { readBack }) })
      },
      async postOnce(path) {
        const { status } = await request('POST', path)
        if (status !== 202)
          throw new MailError('unavailable', String(status), { mayHaveHappened: true })
      },
      async delete(path) {
        let mayBeDeleted = false
        const call = async () => {
          try {
            await request('DELETE', path)
          } catch (error) {
            if (!(error instanceof MailError)) throw error
            // The first try was in doubt and did delete it.
            if (error.failure === 'gone' && mayBeDeleted) return
            mayBeDeleted ||= error.mayHaveHappened
            throw error
          }
        }
        await retry(call, { signal, readBack: repeatable })
      },
    }
  }
}

/** For `readBack`: repeating the call is harmless. */
async function repeatable(): Promise<null> {
  return null
}

/** Encodes a space as `%20`. As `+`, Graph could not tell it from a plus in a filter. */
export function toQuery(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
