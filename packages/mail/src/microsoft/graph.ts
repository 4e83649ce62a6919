import type { Clock } from '../clock.ts'
import { createLimitedFetch } from '../limited-fetch.ts'
import { MailError } from '../mail-error.ts'
import { createPace, createSlots } from '../pace.ts'
import { createRetry } from '../retry.ts'
import type { TokenSource } from '../tokens.ts'
import type { Link } from './delta-cursor.ts'
import { readAnswer, type GraphAnswer } from './graph-answer.ts'
import { findText, listJson, type Json } from './json.ts'

/** Graph, as far as one call of the port may take. Paths are relative to its base URL, without a leading slash. */
export type Graph = {
  get(path: string, options?: { readonly prefer?: string }): Promise<Json>
  /** The first `limit` of a collection, over as many pages as it takes. */
  list(
    path: string,
    limit: number,
  ): Promise<{ readonly items: readonly Json[]; readonly hasMore: boolean }>
  patch(path: string, body: object): Promise<Json>
  /** Where it may have had its effect, it is repeated only if `readBack` finds that it had none. */
  post(path: string, body: object, readBack?: () => Promise<Json | null>): Promise<Json>
  /** Asked once and never again, whatever comes back. */
  postOnce(path: string): Promise<void>
  delete(path: string): Promise<void>
  toLink(url: string | null): Link
}

export type GraphOptions = {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly chance: () => number
  readonly tokens: TokenSource
  /** `https://graph.microsoft.com`, or what stands in for it. */
  readonly graphUrl: string
}

/** Of one app to one mailbox: https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits */
const callsAtOnce = 4
/** With the burst, 10,000 in ten minutes. */
const quota = { unitsPerMinute: 900, burst: 1000 }

/** Every request asks for ids that stay the same when a mail is moved. */
const immutableIds = 'IdType="ImmutableId"'

export function createGraph(options: GraphOptions): (signal: AbortSignal) => Graph {
  const { clock, tokens } = options
  const baseUrl = new URL(`${options.graphUrl}/v1.0/`).href
  const fetch = createLimitedFetch(options)
  const retry = createRetry(options)
  const slots = createSlots(callsAtOnce)
  const pace = createPace({ ...quota, clock })

  return (signal) => {
    async function request(
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      { body, prefer }: { body?: object; prefer?: string } = {},
    ): Promise<GraphAnswer> {
      await pace.take(1, signal)
      return tokens.use((accessToken) =>
        slots.run(async () => {
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
          return readAnswer(response, { isWrite: method !== 'GET', now: clock.now() })
        }, signal),
      )
    }

    async function get(path: string, options: { prefer?: string } = {}): Promise<Json> {
      const { json } = await retry(() => request('GET', path, options), { signal })
      return json
    }

    /** Links lead back to Graph, or nowhere: whoever follows them shows a token. */
    function toLink(url: string | null): Link {
      const href = url !== null && URL.canParse(url) ? new URL(url).href : ''
      if (!href.startsWith(baseUrl)) throw new MailError('unavailable', 'foreign-link')
      return href.slice(baseUrl.length)
    }

    return {
      get,
      toLink,
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
        const { json } = await retry(call, { signal, readBack: repeat })
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
            // Gone at the second try: then the first one did it.
            if (error.failure === 'gone' && mayBeDeleted) return
            mayBeDeleted ||= error.mayHaveHappened
            throw error
          }
        }
        await retry(call, { signal, readBack: repeat })
      },
    }
  }
}

/** A call that may as well be made twice. */
async function repeat(): Promise<null> {
  return null
}

/** With `%20` for a space: within a filter a plus may be meant. */
export function toQuery(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
