import { createTestDatabase } from '@doorman/db/test-db'
import {
  openFakeRuntime,
  type FakeRuntime,
  type FakeRuntimeOptions,
} from '@doorman/runtime/fake-runtime'
import { createLogger } from '@doorman/runtime/logger'
import { handlers } from '@doorman/worker/handlers'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, expect } from 'vitest'
import { createApp } from './create-app.ts'
import type { Hosts } from './mount-hosts.ts'

export type FakeApp = Omit<FakeRuntime, 'settle'> & {
  readonly app: FastifyInstance
  /** Every route there is, as `METHOD /path`. */
  readonly routes: readonly string[]
  settle(): Promise<void>
  /** Says that this test provokes an error in the log. Any other one fails it. */
  expectError(event: string): void
  /** Asks the API as a browser would; a body goes as JSON. */
  ask(method: Method, url: string, options?: AskOptions): Promise<Answer>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type AskOptions = {
  readonly body?: unknown
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
}
export type Answer = {
  readonly status: number
  /** An object as it is; a list as `list`, anything else as `text`. */
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
  /** What a browser would send back from now on. */
  readonly cookie: string | undefined
}

/** A host that only says what it was asked. */
const fakeHosts: Hosts = {
  '/dev/google': async (request) =>
    Response.json({ method: request.method, url: request.url, body: await request.text() }),
}

/** The whole server on a database of its own, with pages that only say who asked for them. */
export async function openFakeApp(
  options: FakeRuntimeOptions & {
    databaseUrl?: string
    hosts?: Hosts
    microsoftClientId?: string | null
  } = {},
): Promise<FakeApp> {
  const {
    databaseUrl = await createTestDatabase(),
    hosts = fakeHosts,
    microsoftClientId = 'our-app',
    ...rest
  } = options
  const runtime = await openFakeRuntime(databaseUrl, rest)
  const expected: string[] = []
  const routes: string[] = []
  const app = await createApp({
    runtime,
    onRoute: ({ method, url }) => {
      // HEAD comes with every GET.
      if (method !== 'HEAD') routes.push(`${Array.isArray(method) ? 'ALL' : method} ${url}`)
    },
    logger: createLogger('info', { write: (line) => void runtime.logs.push(line) }),
    trustProxy: false,
    microsoftClientId,
    hosts,
    pages: {
      publicUrl: runtime.ctx.publicUrl,
      isDev: false,
      isDemo: true,
      extras: { '/dev/outbox': async () => new Response('outbox') },
      web: {
        assetsDir: null,
        middleware: null,
        handle: async (request) => new Response(`page ${new URL(request.url).pathname}`),
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
    settle: () => runtime.settle(handlers),
    async ask(method, url, { body, cookie, headers, ip = '203.0.113.7' } = {}) {
      const answer = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: { ...headers, ...(cookie && { cookie }) },
        ...(body !== undefined && { payload: body as object }),
      })
      const set = answer.cookies.find(({ name }) => name.endsWith('doorman.session'))
      return {
        status: answer.statusCode,
        body: toBody(answer.body),
        headers: answer.headers,
        cookie: set && `${set.name}=${encodeURIComponent(set.value)}`,
      }
    },
  }
}

function toBody(body: string): Record<string, unknown> {
  if (body.startsWith('{')) return JSON.parse(body) as Record<string, unknown>
  return body.startsWith('[') ? { list: JSON.parse(body) } : { text: body }
}
