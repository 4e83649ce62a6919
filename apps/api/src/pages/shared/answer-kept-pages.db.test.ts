import { settings } from '@doorman/db/schema'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openFakeApp } from '../../testing/fake-app.ts'
import { sendRaw } from '../../testing/send-raw.ts'
import type { Pages } from '../mount-pages.ts'

const renderPage: Pages['web']['handle'] = async (asked, { nonce, asksConsent, isTracked }) => {
  const { pathname } = new URL(asked.url)
  const type = pathname === '/robots.txt' ? 'text/plain' : 'text/html'
  const own = JSON.stringify([...asked.headers])
  return new Response(
    `<head><script nonce="${nonce}">start()</script></head><body>${pathname} ${own} bar:${asksConsent} tracked:${isTracked} 門${'.'.repeat(2_000)}</body>`,
    {
      status: pathname === '/nothing' ? 404 : 200,
      headers: {
        'content-type': type,
        ...(pathname === '/login' && { 'cache-control': 'no-store' }),
      },
    },
  )
}
const { app, ctx, request, logs, metrics, liveUpdates } = await openFakeApp({ renderPage })

type Visit = {
  readonly method?: 'GET' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

const ownHost = 'localhost:3000'
/** Served without a redirect, but by the route: the first hook answers only ownHost. */
const otherPort = 'localhost:4000'

const visit = ({ method = 'GET', url, headers }: Visit, host = ownHost) =>
  app.inject({ method, url, headers: { host, ...headers } })

/** The whole response, without the parts that differ between two requests. */
async function describeAnswer(asked: Visit, host: string) {
  const { statusCode, headers, rawPayload } = await visit(asked, host)
  const { date: _date, 'x-request-id': id, ...rest } = headers
  const anyNonce = (text: string) =>
    text.replaceAll(otherPort, ownHost).replaceAll(/nonce(-|=")[\w+/=]+/g, 'nonce$1')
  return {
    statusCode,
    hasId: typeof id === 'string',
    headers: JSON.parse(anyNonce(JSON.stringify(rest))) as object,
    body: anyNonce(rawPayload.toString('latin1')),
  }
}

const session = { cookie: 'doorman.session=x' }
const visits: readonly Visit[] = [
  { url: '/' },
  { url: '/?utm_source=letter' },
  { url: '/', method: 'HEAD' },
  { url: '/', headers: { 'accept-encoding': 'gzip, br' } },
  { url: '/', headers: { 'accept-encoding': 'gzip' } },
  { url: '/', headers: { 'accept-encoding': '*' } },
  { url: '/', method: 'HEAD', headers: { 'accept-encoding': 'br' } },
  { url: '/', headers: { 'if-none-match': '*' } },
  { url: '/', headers: { 'if-none-match': '"other"' } },
  { url: '/', method: 'HEAD', headers: { 'if-none-match': '*', 'accept-encoding': 'br' } },
  { url: '/', headers: { range: 'bytes=0-9' } },
  { url: '/', headers: { cookie: 'a=1', 'sec-fetch-site': 'cross-site' } },
  { url: '/', headers: session },
  { url: '/', headers: { ...session, 'if-none-match': '*' } },
  { url: '/', headers: { cookie: 'tracking_consent=yes' } },
  { url: '/', headers: { cookie: 'tracking_consent=no' } },
  { url: '/', headers: { 'sec-gpc': '1' } },
  { url: '/', headers: { cookie: 'tracking_consent=yes', 'sec-gpc': '1' } },
  { url: '/privacy-policy', headers: { cookie: 'tracking_consent=no' } },
  { url: '/privacy-policy', headers: { cookie: 'tracking_consent=yes' } },
  { url: '/accuracy', headers: { cookie: 'tracking_consent=yes' } },
  { url: '/?error=denied' },
  { url: '/nothing' },
  { url: '/nothing', method: 'HEAD' },
  { url: '/nothing', headers: { 'if-none-match': '*' } },
  { url: '/nothing', headers: { cookie: 'a=1' } },
  { url: '/nothing?token=x' },
  { url: '/nothing%00' },
  { url: '/robots.txt', headers: { 'accept-encoding': 'br' } },
  { url: '/dashboard' },
  { url: '/api/unknown' },
  { url: '/healthz' },
]

/** Changes the operator's codes as another process would. */
async function saveCodes(trackingCodeHead: string): Promise<void> {
  const heard = new Promise<void>((resolve) => (onChange = resolve))
  await ctx.db.update(settings).set({ trackingCodeHead })
  await heard
}
let onChange = () => {}

beforeAll(async () => {
  await visit({ url: '/' })
  liveUpdates.watchSite(() => onChange())
})

describe.each([
  ['without marketing tools', ''],
  ['with marketing tools', '<script>track()</script>'],
])('%s', (_name, codes) => {
  beforeAll(async () => {
    if (codes !== '') await saveCodes(codes)
    // Now every page that can be kept is kept.
    for (const asked of visits) await visit(asked, otherPort)
  })

  test.each(visits)(
    '%j gets the same response from the first hook as from the route',
    async (asked) => {
      const late = await describeAnswer(asked, otherPort)
      expect(late.hasId).toBe(true)
      expect(await describeAnswer(asked, ownHost)).toEqual(late)
    },
  )
})

describe('a kept page', () => {
  beforeAll(async () => {
    await saveCodes('')
    for (const url of ['/', '/login', '/nothing', '/robots.txt']) await visit({ url })
  })
  afterEach(() => logs.splice(0))

  test.each(['/', '/nothing', '/robots.txt'])(
    '%s has every header that other responses have',
    async (url) => {
      const { headers } = await visit({ url })
      const { headers: others } = await visit({ url: '/healthz' })
      expect(describeHeaders(headers)).toMatchObject(describeHeaders(others))
    },
  )

  test('is redirected from another name of ours, and refused to a foreign host', async () => {
    expect((await visit({ url: '/' }, '127.0.0.1:3000')).statusCode).toBe(307)
    expect((await visit({ url: '/' }, 'foreign.example')).statusCode).toBe(403)
  })

  test('behind a proxy, a foreign Host is refused even if X-Forwarded-Host is ours', async () => {
    const proxied = await openFakeApp({ trustProxy: '127.0.0.1', renderPage })
    const ask = async (host: string, forwardedHost: string) => {
      const headers = { host, 'x-forwarded-host': forwardedHost }
      return (await proxied.app.inject({ url: '/', headers })).statusCode
    }
    expect(await ask(ownHost, ownHost)).toBe(200)
    expect(await ask('foreign.example', ownHost)).toBe(403)
    expect(await ask(ownHost, '127.0.0.1:3000')).toBe(307)
  })

  test('is never sent in answer to a POST', async () => {
    expect((await request('POST', '/login', { headers: { host: ownHost } })).status).toBe(404)
  })

  // Node writes the headers as they are given. `inject` would hide a header that is given twice.
  test.each(['/', '/login', '/nothing'])(
    '%s is sent whole over a socket, with each header once',
    async (url) => {
      const answer = await sendRaw(
        app,
        `GET ${url} HTTP/1.1\r\nhost: ${ownHost}\r\nconnection: close\r\n\r\n`,
      )
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const names = head.split('\r\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? [])
      expect(names).toEqual([...new Set(names)])
      expect(head).toContain(url === '/login' ? 'cache-control: no-store' : 'cache-control: ')
      expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
      expect(body).toContain('門')
    },
  )

  test('is logged and counted as any other', async () => {
    const count = 'doorman_http_requests_total{method="GET",route="/*",status="304"}'
    const load = async () => {
      const [, value = 0] = (await metrics.registry.metrics()).split(`${count} `)
      return Number.parseInt(String(value), 10)
    }
    const before = await load()
    const { headers } = await visit({ url: '/login', headers: { 'if-none-match': '*' } })
    const [line = '{}'] = logs
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      reqId: headers['x-request-id'],
      event: 'request',
      method: 'GET',
      route: '/*',
      status: 304,
      durationMs: expect.any(Number),
    })
    expect(await load()).toBe(before + 1)
  })
})

/** Values of the headers that are the same on every response; "any" for the rest. */
function describeHeaders(headers: object): object {
  const own = ['content-length', 'content-type', 'date', 'x-request-id']
  const toValue = (name: string, value: unknown) =>
    own.includes(name) ? 'any' : String(value).replaceAll(/ '(nonce|sha256)-[^']+'/g, '')
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, toValue(name, value)]),
  )
}
