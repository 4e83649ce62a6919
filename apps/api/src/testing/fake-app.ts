import { createTestDatabase } from '@doorman/db/testing/test-db'
import {
  openFakeRuntime,
  type FakeRuntime,
  type FakeRuntimeOptions,
} from '@doorman/runtime/testing/fake-runtime'
import { createLogger } from '@doorman/runtime/logger'
import { handlers } from '@doorman/worker/handlers'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, expect } from 'vitest'
import { createApp } from '../create-app.ts'
import type { Hosts } from '../pages/mount-hosts.ts'
import type { Pages } from '../pages/mount-pages.ts'
import type { StreamTimes } from '../streams/event-stream.ts'

export type FakeApp = Omit<FakeRuntime, 'runJobsUntilIdle'> & {
  readonly app: FastifyInstance
  /** All routes, as `METHOD /path`. */
  readonly routes: readonly string[]
  /** The paths that answer HEAD. Fastify adds HEAD to every GET. */
  readonly headPaths: readonly string[]
  runJobsUntilIdle(): Promise<void>
  /** Declares that this test provokes a logged error. Any other logged error fails the test. */
  expectError(event: string): void
  /** Sends a request as a browser would, with a JSON body. */
  request(method: Method, url: string, options?: RequestOptions): Promise<TestResponse>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type RequestOptions = {
  readonly body?: unknown
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
}
export type TestResponse = {
  readonly status: number
  /** The body if it is an object; an array is under `list`, anything else under `text`. */
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
  /** The cookie header that a browser would send from now on. */
  readonly cookie: string | undefined
  /** The cookie by which the browser is known at later sign-ins, if the response sets one. */
  readonly device: string | undefined
}

/** A simulated host that echoes the request. */
const fakeHosts: Hosts = {
  '/dev/google': async (request) =>
    Response.json({ method: request.method, url: request.url, body: await request.text() }),
}

const echoPath = async (request: Request) => new Response(`page ${new URL(request.url).pathname}`)

/** `request` waits for the end of a response, so streams end soon unless a test needs them longer. */
const shortStreams = { heartbeatMs: 5, maxStreamMs: 20, eventIntervalMs: 1 }

/** The whole server on its own database, with pages that only echo the request unless a test renders them. */
export async function openFakeApp(
  options: FakeRuntimeOptions & {
    databaseUrl?: string
    hosts?: Hosts
    isDemo?: boolean
    microsoftClientId?: string | null
    metricsToken?: string | null
    trustProxy?: string
    streamTimes?: StreamTimes
    renderPage?: Pages['web']['handle']
  } = {},
): Promise<FakeApp> {
  const {
    databaseUrl = await createTestDatabase(),
    hosts = fakeHosts,
    isDemo = true,
    microsoftClientId = 'our-app',
    metricsToken = null,
    trustProxy = false,
    streamTimes = shortStreams,
    renderPage = echoPath,
    ...rest
  } = options
  const runtime = await openFakeRuntime(databaseUrl, rest)
  const expected: string[] = []
  const routes: string[] = []
  const headPaths: string[] = []
  const app = await createApp({
    runtime,
    onRoute: ({ method, url }) => {
      if (method === 'HEAD') headPaths.push(url)
      else routes.push(`${Array.isArray(method) ? 'ALL' : method} ${url}`)
    },
    logger: createLogger('info', { write: (line) => void runtime.logs.push(line) }),
    trustProxy,
    microsoftClientId,
    metricsToken,
    streamTimes,
    hosts,
    pages: {
      publicUrl: runtime.ctx.publicUrl,
      isDev: false,
      isDemo,
      extras: { '/dev/outbox': async () => new Response('outbox') },
      web: {
        assetsDir: null,
        middleware: null,
        handle: renderPage,
      },
    },
  })
  afterAll(async () => {
    await app.close()
    await runtime.close()
  })
  afterEach(() => {
    const errors = runtime.logs.filter((line) => line.includes('"level":"error"'))
    runtime.logs.length = 0
    expect(errors.filter((line) => !expected.some((event) => line.includes(event)))).toEqual([])
    expected.length = 0
  })
  return {
    ...runtime,
    app,
    expectError: (event) => void expected.push(`"event":"${event}"`),
    routes,
    headPaths,
    runJobsUntilIdle: () => runtime.runJobsUntilIdle(handlers),
    async request(method, url, { body, cookie, headers, ip = '203.0.113.7' } = {}) {
      const response = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { ...headers, ...(cookie && { cookie }) },
        ...(body !== undefined && { payload: body as object }),
      })
      const findCookie = (suffix: string) => {
        const set = response.cookies.find(({ name }) => name.endsWith(suffix))
        return set && `${set.name}=${encodeURIComponent(set.value)}`
      }
      return {
        status: response.statusCode,
        body: toBody(response.body),
        headers: response.headers,
        cookie: findCookie('doorman.session'),
        device: findCookie('doorman.device'),
      }
    },
  }
}

function toBody(body: string): Record<string, unknown> {
  // Lines of JSON: the export of the audit log.
  if (body.startsWith('{') && body.includes('}\n{')) return { text: body }
  if (body.startsWith('{')) return JSON.parse(body) as Record<string, unknown>
  return body.startsWith('[') ? { list: JSON.parse(body) } : { text: body }
}
