import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { app, request } = await openFakeApp()
const login = { method: 'POST', url: '/api/auth/login' } as const
const json = { 'content-type': 'application/json' }

test.each([
  ['no body', {}, 422],
  ['malformed JSON', { headers: json, payload: '{"email": ' }, 400],
  ['an empty body that claims to be JSON', { headers: json, payload: '' }, 400],
  ['a list', { headers: json, payload: '[]' }, 422],
  ['a bare string', { headers: json, payload: '"hello"' }, 422],
  ['null', { headers: json, payload: 'null' }, 422],
  ['missing fields', { payload: { email: 'a@example.com' } }, 422],
  ['wrong types', { payload: { email: 1, password: {} } }, 422],
  ['an overlong address', { payload: { email: 'a'.repeat(1000), password: 'x' } }, 422],
  [
    'a body that sets __proto__',
    { headers: json, payload: '{"__proto__": {"isAdmin": true}}' },
    400,
  ],
  ['a body over the limit', { payload: { email: 'x'.repeat(1024 * 1024), password: 'x' } }, 413],
  ['plain text', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }, 415],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
    415,
  ],
  [
    'the same field in query and body',
    { url: '/api/auth/login?email=b', payload: { email: 'a', password: 'x' } },
    422,
  ],
])('%s is refused with a message', async (_case, options, status) => {
  const answer = await app.inject({ ...login, ...options })
  expect(answer.statusCode).toBe(status)
  const { field: _field, ...refusal } = answer.json()
  expect(refusal).toEqual({ message: expect.stringMatching(/^[A-Z].*\.$/), code: 'invalid' })
  expect(answer.body).not.toMatch(/ at |node_modules|FST_|Zod/)
})

test('a parameter given twice is refused', async () => {
  expect(await request('POST', '/api/auth/logout?a=1&a=2')).toMatchObject({
    status: 422,
    body: { message: 'A parameter was given twice.' },
  })
})

test.each(['GET', 'POST', 'PATCH', 'DELETE'] as const)(
  'an unknown API call with %s gets JSON, never a page',
  async (method) => {
    for (const url of [
      '/api',
      '/api/',
      '/api?x=1',
      '/api/nothing',
      '/api/auth',
      '/api/auth/me/more',
      '/api/auth/nothing?x=1',
    ])
      expect(await request(method, url)).toMatchObject({
        status: 404,
        body: { message: 'Unknown API call.', code: 'not-found' },
      })
  },
)

test('a known path with the wrong method is unknown', async () => {
  expect((await request('DELETE', '/api/auth/login')).status).toBe(404)
})

test('a request that is neither API call nor page gets our own error message', async () => {
  expect(await request('POST', '/login')).toMatchObject({
    status: 404,
    body: { message: 'Page not found.', code: 'not-found' },
  })
})

test.each([
  ['stale', 'doorman.session=abc.def'],
  ['empty', 'doorman.session='],
  ['mangled', 'doorman.session=%E0%A4%A'],
  ['doubled', 'doorman.session=a; doorman.session=b'],
  ['enormous', `doorman.session=${'x'.repeat(6000)}`],
])('a cookie that is %s is ignored', async (_case, cookie) => {
  expect((await request('GET', '/api/auth/me', { cookie })).status).toBe(401)
})

test('a cookie whose token was tampered with cannot change a password', async () => {
  const body = { email: 'tampered@example.com', password: 'correct horse battery' }
  const { cookie } = await request('POST', '/api/auth/register', { body })
  const answer = await request('PATCH', '/api/auth/password', {
    cookie: cookie?.replace('session=', 'session=x'),
    body: { currentPassword: 'correct horse battery', newPassword: 'something quite new' },
  })
  expect(answer.status).toBe(401)
})

test.each([
  ['/api/auth/verify-email', '192.0.2.1'],
  ['/api/restore-links/check', '192.0.2.2'],
  ['/api/restore-links', '192.0.2.3'],
  ['/api/unsubscribe/check', '192.0.2.4'],
  ['/api/unsubscribe', '192.0.2.5'],
])('%s refuses a malformed token like an expired one', async (path, ip) => {
  const hostile = ['', 'x', '../../etc/passwd', "' or 1=1 --", '\u0000', 'é'.repeat(100), 'a.b.c']
  for (const token of hostile)
    expect((await request('POST', path, { body: { token }, ip })).status).toBe(422)
})

test.each([
  ['text without @', 'nobody'],
  ['two addresses', 'a@example.com, b@example.com'],
  ['an address with a header', 'a@example.com\r\nBcc: b@example.com'],
  ['an address with NUL', 'a\u0000@example.com'],
  ['an overlong address', `${'a'.repeat(60)}@${'b'.repeat(250)}.example`],
])('%s cannot be registered', async (_case, email) => {
  const body = { email, password: 'correct horse battery' }
  expect(await request('POST', '/api/auth/register', { body })).toMatchObject({
    status: 422,
    body: { message: 'Please enter a valid email address' },
  })
})

test('a field named like a built-in property is ignored like any unknown field', async () => {
  const body = { email: 'a@example.com', password: 'x', constructor: 1, toString: 2 }
  expect((await request('POST', '/api/auth/login', { body })).status).toBe(401)
})

test.each([
  [
    'a request with too many headers',
    `GET / HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`,
    431,
  ],
  ['a request that is not HTTP', 'hello there\r\n\r\n', 400],
])('%s is refused with our own message', async (_case, bytes, status) => {
  await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(bytes)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid' })
})

test('deeply nested JSON is refused like other invalid input', async () => {
  const payload = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const answer = await app.inject({ ...login, headers: json, payload })
  expect([400, 422]).toContain(answer.statusCode)
})

test('a CSP report is accepted whatever it contains', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: 'not even JSON',
  })
  expect(answer.statusCode).toBe(204)
})
