import { callTimeoutMs } from '../../http/call-timeout.ts'
import { createLimitedFetch } from '../../http/limited-fetch.ts'
import { MailError } from '../../mail-error.ts'
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts'
import { createRateLimiter } from '../../http/rate-limit.ts'
import { createRetry } from '../../http/retry.ts'
import type { TokenSource } from '../../http/token-source.ts'
import type { Transport } from '../../http/transport.ts'
import { maxBatchParts, readBatch, toBatch } from './batch.ts'
import { readAnswer, type GraphAnswer } from './graph-response.ts'
import { findText, listJson, type Json } from './json.ts'

/** A URL that Graph gave us, relative to its base URL, so that it cannot lead to another host. */
export type Link = string

/** Graph during one call of the `Mailbox` port. Paths are relative: `me/messages`. */
export type Graph = {
  get(path: string, options?: GetOptions): Promise<Json>
  /** Many items with few requests, in the order of `paths`. `null` for an item that is gone. */
  getMany(paths: readonly string[]): Promise<readonly (Json | null)[]>
  /** The first `limit` items of a collection, from as many pages as needed. */
  list(
    path: string,
    limit: number,
  ): Promise<{ readonly items: readonly Json[]; readonly hasMore: boolean }>
  patch(path: string, body: object): Promise<Json>
  /** See `Retry`: after a failure in doubt it is repeated only if `readBack` returns `null`. */
  post(path: string, body: object, readBack?: () => Promise<Json | null>): Promise<Json>
  /** Makes the call once and never retries. */
  postOnce(path: string): Promise<void>
  delete(path: string): Promise<void>
  /** Throws if the URL does not lead to Graph. */
  toLink(url: string | null): Link
  /** Half of the time that the port's call may take is over: time to return what there is. */
  isHalfOver(): boolean
}

type GetOptions = {
  readonly prefer?: string
  /** The call fails as `too-large` if the response exceeds it. */
  readonly maxBytes?: number
}

type RequestOptions = GetOptions & {
  readonly body?: object
  readonly isWrite?: boolean
  /** Each part of a batch counts as one request. */
  readonly units?: number
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

/** Without it, the id of a message changes when the message is moved. */
const immutableIds = 'IdType="ImmutableId"'

export function createGraph(options: GraphOptions): (signal: AbortSignal) => Graph {
  const { clock, tokens } = options
  const baseUrl = new URL(`${options.graphUrl}/v1.0/`).href
  const retry = createRetry(options)
  const concurrencyLimit = createConcurrencyLimit(maxCallsAtOnce)
  const rateLimiter = createRateLimiter({ ...quota, clock })

  return (signal) => {
    const halfTimeMs = clock.now().getTime() + callTimeoutMs / 2

    async function request(
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      { body, prefer, maxBytes, isWrite = method !== 'GET', units = 1 }: RequestOptions = {},
    ): Promise<GraphAnswer> {
      const fetch = createLimitedFetch(options, { maxBytes })
      await rateLimiter.take(units, signal)
      return tokens.use((accessToken) =>
        concurrencyLimit.run(async () => {
          const response = await fetch(`${baseUrl}${path}`, {
            method,
            signal,
            headers: {
              accept: 'application/json',
              authorization: `Bearer ${accessToken}`,
              prefer: prefer === undefined ? immutableIds : `${immutableIds}, ${prefer}`,
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          })
          return readAnswer(response, { isWrite, now: clock.now() })
        }, signal),
      )
    }

    async function get(path: string, getOptions: GetOptions = {}): Promise<Json> {
      const { json } = await retry(() => request('GET', path, getOptions), { signal })
      return json
    }

    /** Asks again only for the parts that failed. */
    async function getMany(paths: readonly string[]): Promise<readonly (Json | null)[]> {
      const loaded = new Map<string, Json | null>()
      const loadNext = async () => {
        const missing = [...new Set(paths)].filter((path) => !loaded.has(path))
        const parts = missing.slice(0, maxBatchParts)
        const { json } = await request('POST', '$batch', {
          body: toBatch(parts, immutableIds),
          isWrite: false,
          units: parts.length,
        })
        const { found, failure } = readBatch(json, parts, clock.now())
        for (const [path, item] of found) loaded.set(path, item)
        if (failure) throw failure
        return missing.length > parts.length
      }
      let hasMore = paths.length > 0
      while (hasMore) hasMore = await retry(loadNext, { signal, readBack: repeatable })
      return paths.map((path) => loaded.get(path) ?? null)
    }

    /** Rejects other hosts: following a link sends the access token there. */
    function toLink(url: string | null): Link {
      const href = url !== null && URL.canParse(url) ? new URL(url).href : ''
      if (!href.startsWith(baseUrl)) throw new MailError('unavailable', 'foreign-link')
      return href.slice(baseUrl.length)
    }

    return {
      get,
      getMany,
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
