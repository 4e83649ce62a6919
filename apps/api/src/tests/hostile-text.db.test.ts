import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { setAdmin } from '@doorman/services/users/set-admin'
import { randomUUID } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'

const { payments } = simulatePayments(new Date())
const { app, request, ctx, routes, logs } = await openFakeApp({ payments })
let adminCount = 0
let cookie: string | undefined

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const unstorable = ['a\0b', 'a\ud800b']

/** Sets `cookie` to an admin's, unless it still is one. */
async function signInAdmin(): Promise<void> {
  if (cookie && (await request('GET', '/api/auth/me', { cookie })).status === 200) return
  const ip = `198.51.100.${(adminCount += 1)}`
  const body = { email: `admin${adminCount}@example.com`, password: 'correct horse battery' }
  await request('POST', '/api/auth/register', { body, ip })
  await setAdmin(ctx, { email: body.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body, ip })).cookie
}

test.each(unstorable)('a contact message with %j is refused with its field', async (name) => {
  const body = { name, email: 'pat@example.com', message: 'Hello, is anybody there?' }
  expect(await request('POST', '/api/contact', { body })).toMatchObject({
    status: 422,
    body: { code: 'invalid', message: 'The field name contains characters that can’t be stored.' },
  })
})

test.each(unstorable)('a category with %j is refused with its field', async (name) => {
  await signInAdmin()
  const body = { name, slug: 'a-category', description: 'What it is about.' }
  expect(await request('POST', '/api/admin/categories', { cookie, body })).toMatchObject({
    status: 422,
    body: { message: 'The field name contains characters that can’t be stored.' },
  })
})

test.each([
  ['GET', '/api/blog/posts/%00'],
  ['GET', '/api/blog/posts?category=%00'],
  ['GET', `/media/${randomUUID()}/%00`],
  ['GET', '/api/filtered-emails?search=%00'],
  ['DELETE', '/api/senders/a%00b'],
  ['GET', '/api/gmail/callback?state=%00&code=%00'],
  ['GET', '/blog/%00'],
] as const)('%s %s is refused with a message', async (method, url) => {
  await signInAdmin()
  expect(await request(method, url, { cookie })).toMatchObject({
    status: 422,
    body: { code: 'invalid', message: 'The address contains characters that can’t be stored.' },
  })
})

test('a percent sign that is encoded itself (%2500) does not make a NUL', async () => {
  expect((await request('GET', '/api/blog/posts/%2500')).status).toBe(404)
  expect((await request('GET', '/blog/%2500')).status).toBe(200)
})

test('a NUL in a session cookie is an unknown session', async () => {
  for (const hostile of ['doorman.session=%00.%00', 'doorman.session=a%00b.c'])
    expect((await request('GET', '/api/auth/me', { cookie: hostile })).status).toBe(401)
})

const { paths } = (await request('GET', '/api/openapi.json')).body as unknown as OpenApi
const calls = routes
  .map((line) => line.split(' ') as [Method | 'ALL', string])
  .filter(([method, path]) => method !== 'GET' || /[:*]/.test(path))

test.each(calls)('%s %s never fails because of such text', async (method, path) => {
  await signInAdmin()
  const call = method === 'ALL' ? 'POST' : method
  const fillPath = (value: string) => path.replace(/:\w+|\*/g, value)
  const attempts = [
    { url: fillPath('a%00b'), body: {} },
    { url: `${fillPath(randomUUID())}?search=%00`, body: {} },
    ...unstorable.map((value) => ({
      url: fillPath(randomUUID()),
      body: toSample(findBodySchema(call, path), value),
    })),
  ]
  for (const { url, body } of attempts) {
    const answer = await request(call, url, { cookie, ...(call !== 'GET' && { body }) })
    expect.soft(answer.status, `${url} ${JSON.stringify(body)}`).toBeLessThan(500)
  }
})

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
type OpenApi = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { requestBody?: { content: { 'application/json': { schema: Schema } } } }>
      >
    >
  >
}

function findBodySchema(method: Method, path: string): Schema {
  const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return call?.requestBody?.content['application/json'].schema ?? { type: 'object' }
}

/** A body that fits the schema as far as it says, with `value` as every free text. */
function toSample(schema: Schema, value: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return toSample(schema.anyOf[0], value)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, of]) => [name, toSample(of, value)]),
      )
    case 'array':
      return schema.items ? [toSample(schema.items, value)] : []
    case 'string':
      if (schema.format === 'uuid') return randomUUID()
      return schema.format === 'email' ? 'pat@example.com' : value
    case 'boolean':
      return true
    default:
      return 1
  }
}

test.each([
  ['a page', 'http://elsewhere.example/privacy-policy?x=1', 'page /privacy-policy'],
  ['the home page', 'http://elsewhere.example/', 'page /'],
  ['the home page without a slash', 'HTTPS://elsewhere.example', 'page /'],
  ['an API call', 'http://elsewhere.example/api/blog/posts?limit=1', '[]'],
  ['a health check', 'http://elsewhere.example/healthz', '"product":"Doorman"'],
])('%s can be asked for in absolute form', async (_case, target, content) => {
  await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer).toContain(content)
})

test('one network writes at most twenty lines about violations into the log', async () => {
  const statuses = []
  for (let n = 0; n < 25; n += 1)
    statuses.push((await request('POST', '/api/csp-reports', { ip: '192.0.2.50' })).status)
  expect(statuses).toEqual([...Array(20).fill(204), ...Array(5).fill(429)])
  expect(logs.filter((line) => line.includes('"csp-violation"'))).toHaveLength(20)
  expect((await request('POST', '/api/csp-reports', { ip: '192.0.2.51' })).status).toBe(204)
})

async function answerConsent(page: string) {
  const payload = new URLSearchParams({ answer: 'no', page }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url: '/api/tracking-consent', headers, payload })
}

test.each(['/blog/\r\nset-cookie: a=b', '/blog/\n', '/blog/\0', '/\t', '/blog/\u0085'])(
  'the consent form refuses the return path %j',
  async (page) => {
    const answer = await answerConsent(page)
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.json()).toEqual({ message: 'This is not one of our pages.', code: 'invalid' })
  },
)

test.each([
  ['/blog/a-post', '/blog/a-post'],
  ['/blog/grüße-日本', '/blog/gr%C3%BC%C3%9Fe-%E6%97%A5%E6%9C%AC'],
  ['//evil.example/', '/'],
  ['/blog/../..//evil.example', '/blog/../..//evil.example'],
  ['https://evil.example/blog/', '/'],
])('after the answer on %s the visitor is at %s', async (page, location) => {
  const answer = await answerConsent(page)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['location']).toBe(location)
})
