import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { setAdmin } from '@doorman/services/users/set-admin'
import { expect, test } from 'vitest'
import { openFakeApp, type Method } from '../testing/fake-app.ts'

/** Every route and who may call it. A route that is missing here fails the test. */
const access: Record<string, 'everyone' | 'signed-in' | 'admin' | 'provider' | 'demo'> = {
  'GET /dev/outbox': 'demo',
  'GET /dev/google': 'demo',
  'ALL /dev/google/*': 'demo',
  'GET /.well-known/microsoft-identity-association.json': 'everyone',
  'GET /.well-known/security.txt': 'everyone',
  'POST /api/csp-reports': 'everyone',
  'GET /healthz': 'everyone',
  'GET /readyz': 'everyone',
  'GET /media/:id/:name': 'everyone',
  'GET /*': 'everyone',
  'GET /api/openapi.json': 'everyone',
  'POST /api/auth/login': 'everyone',
  'POST /api/auth/register': 'everyone',
  'POST /api/auth/logout': 'everyone',
  'POST /api/auth/forgot-password': 'everyone',
  'POST /api/auth/reset-password': 'everyone',
  'POST /api/auth/check-reset-link': 'everyone',
  'POST /api/auth/verify-email': 'everyone',
  'POST /api/contact': 'everyone',
  // Links in our emails. Their tokens say for whom they act.
  'POST /api/restore-links/check': 'everyone',
  'POST /api/restore-links': 'everyone',
  'POST /api/unsubscribe/check': 'everyone',
  'POST /api/unsubscribe': 'everyone',
  'GET /api/unsubscribe': 'everyone',
  'GET /api/tracking-codes': 'everyone',
  'POST /api/tracking-consent': 'everyone',
  'GET /api/blog/posts': 'everyone',
  'GET /api/blog/search': 'everyone',
  'GET /api/blog/categories': 'everyone',
  'GET /api/blog/posts/:slug': 'everyone',
  'POST /api/blog/posts/:slug/view': 'everyone',
  'GET /api/blog/categories/:slug': 'everyone',
  'GET /api/auth/me': 'signed-in',
  'PATCH /api/auth/password': 'signed-in',
  'DELETE /api/auth/account': 'signed-in',
  'POST /api/auth/resend-verification': 'signed-in',
  'GET /api/gmail-accounts': 'signed-in',
  'POST /api/gmail/connect': 'signed-in',
  'PATCH /api/gmail-accounts/:id/pause': 'signed-in',
  'PATCH /api/gmail-accounts/:id/unpause': 'signed-in',
  'DELETE /api/gmail-accounts/:id': 'signed-in',
  'GET /api/microsoft-accounts': 'signed-in',
  'POST /api/microsoft/connect': 'signed-in',
  'PATCH /api/microsoft-accounts/:id/pause': 'signed-in',
  'PATCH /api/microsoft-accounts/:id/unpause': 'signed-in',
  'DELETE /api/microsoft-accounts/:id': 'signed-in',
  'POST /api/accounts/set-active': 'signed-in',
  'GET /api/auth-guide-settings': 'signed-in',
  'GET /api/billing/info': 'signed-in',
  'POST /api/subscriptions/create': 'signed-in',
  'POST /api/billing/portal': 'signed-in',
  'POST /api/billing/checkout': 'signed-in',
  'GET /api/billing/receipts': 'signed-in',
  'GET /api/filtered-emails': 'signed-in',
  'POST /api/filtered-emails/actions': 'signed-in',
  'POST /api/filtered-emails/:id/action': 'signed-in',
  'POST /api/filtered-emails/:id/undo': 'signed-in',
  'GET /api/filtered-emails/:id/preview': 'signed-in',
  'GET /api/dashboard/stats': 'signed-in',
  'GET /api/dashboard/chart': 'signed-in',
  'PATCH /api/settings/filter-recruiters': 'signed-in',
  'PATCH /api/settings/filter-investors': 'signed-in',
  'PATCH /api/settings/auto-reply': 'signed-in',
  'PATCH /api/settings/time-zone': 'signed-in',
  'GET /api/settings/emails': 'signed-in',
  'PATCH /api/settings/emails': 'signed-in',
  'GET /api/whitelist': 'signed-in',
  'POST /api/whitelist': 'signed-in',
  'DELETE /api/whitelist/:domain': 'signed-in',
  'PATCH /api/accounts/:id/observe-only': 'signed-in',
  'GET /api/senders': 'signed-in',
  'DELETE /api/senders/:address': 'signed-in',
  'DELETE /api/lessons': 'signed-in',
  'GET /api/activity': 'signed-in',
  'GET /api/settings/smart-response': 'signed-in',
  'PATCH /api/settings/smart-response': 'signed-in',
  'POST /api/settings/smart-response/agreement': 'signed-in',
  'DELETE /api/settings/smart-response/agreement': 'signed-in',
  'GET /api/admin/email-settings': 'admin',
  'POST /api/admin/email-settings': 'admin',
  'GET /api/admin/posts': 'admin',
  'GET /api/admin/post-choices': 'admin',
  'GET /api/admin/posts/:id': 'admin',
  'GET /api/admin/post-pages/:slug': 'admin',
  'POST /api/admin/posts': 'admin',
  'PATCH /api/admin/posts/:id': 'admin',
  'POST /api/admin/post-preview': 'admin',
  'POST /api/admin/posts/:id/images': 'admin',
  'POST /api/admin/categories': 'admin',
  'PATCH /api/admin/categories/:id': 'admin',
  'POST /api/admin/authors': 'admin',
  'PATCH /api/admin/authors/:id': 'admin',
  // The provider redirects browsers here, so visitors without a session get a page, not a 401.
  'GET /api/gmail/callback': 'everyone',
  'GET /api/microsoft/callback': 'everyone',
  'POST /api/webhooks/gmail': 'provider',
  'POST /api/webhooks/microsoft': 'provider',
  'POST /api/webhooks/microsoft-lifecycle': 'provider',
  'POST /api/webhooks/stripe': 'provider',
  'ALL /api/*': 'everyone',
}

const { payments } = simulatePayments(new Date())
const { app, request, ctx, routes } = await openFakeApp({ payments })
let userCount = 0
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
const ordinaryUser = request('POST', '/api/auth/register', {
  body: { ...credentials, email: 'ordinary@example.com' },
  ip: '198.51.100.254',
})
const changes = Object.keys(access)
  .map((line) => line.split(' '))
  .filter(([method]) => method !== 'GET' && method !== 'ALL') as [Method, string][]

test('every route is listed with who may call it', () => {
  expect([...routes].sort()).toEqual(Object.keys(access).sort())
})

const closedLines = Object.entries(access).filter(
  ([, who]) => who === 'signed-in' || who === 'admin',
)

test.each(closedLines)('%s is closed to visitors', async (line) => {
  const [method, path] = line.split(' ') as [Method, string]
  expect(await request(method, path)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test.each(Object.entries(access).filter(([, who]) => who === 'admin'))(
  '%s is closed to users who are not admins',
  async (line) => {
    const [method, path] = line.split(' ') as [Method, string]
    const { cookie } = await ordinaryUser
    expect(await request(method, path, { cookie })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'This is for admins only.' },
    })
  },
)

const openLines = Object.entries(access).filter(([, who]) => who !== 'admin' && who !== 'provider')
const cases = openLines.flatMap(([line]) => [
  { line, role: 'a user' },
  { line, role: 'an admin' },
])

test.each(cases)('$line is open to $role', async ({ line, role }) => {
  const [method, path] = line.split(' ') as [Method, string]
  const body = { ...credentials, email: `person${(userCount += 1)}@example.com` }
  await request('POST', '/api/auth/register', { body, ip: `198.51.100.${userCount}` })
  await setAdmin(ctx, { email: body.email, isAdmin: role === 'an admin' })
  const { cookie } = await request('POST', '/api/auth/login', {
    body,
    ip: `198.51.100.${userCount}`,
  })
  expect(cookie).toBeDefined()
  const answer = await request(method === ('ALL' as Method) ? 'GET' : method, path, { cookie })
  expect(answer.status).not.toBe(401)
  // A call that needs Pro may respond 403 with the reason.
  expect(answer.status === 403 && answer.body['code'] !== 'plan-limit').toBe(false)
})

test.each(Object.entries(access).filter(([, who]) => who === 'provider'))(
  '%s requires more than a login session',
  async (line) => {
    const [method, path] = line.split(' ') as [Method, string]
    const { cookie } = await request('POST', '/api/auth/register', {
      body: { ...credentials, email: `person${(userCount += 1)}@example.com` },
    })
    for (const login of [{}, { cookie }])
      expect((await request(method, path, { ...login, body: {} })).status).toBe(400)
  },
)

test.each(changes)('%s %s refuses cross-site requests', async (method, path) => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
  ]
  for (const headers of foreign)
    expect(await request(method, path, { headers })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'This request came from another site.' },
    })
})

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost:3000', host: 'localhost:3000' },
  {},
] as Record<string, string>[])(
  'requests from our own pages and from programs pass: %j',
  async (headers) => {
    expect((await request('POST', '/api/auth/logout', { headers })).status).toBe(200)
  },
)

test.each([
  ['an API response', '/api/auth/me'],
  ['a page', '/'],
  ['an unknown call', '/api/nothing'],
  ['an error of Fastify itself', '/api/%'],
])('%s carries the security headers', async (_case, url) => {
  const { headers } = await request('GET', url)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self' 'nonce-/,
  )
  expect(headers['content-security-policy']).not.toMatch(/unsafe/)
  expect(headers['content-security-policy']).toContain(
    'frame-src https://www.youtube-nocookie.com;',
  )
})

test('every response has its own nonce', async () => {
  const policies = [await request('GET', '/'), await request('GET', '/')].map(
    ({ headers }) => headers['content-security-policy'],
  )
  expect(policies[0]).not.toBe(policies[1])
})

test('over https the cookies have the __Host- prefix and HSTS is sent', async () => {
  const secure = await openFakeApp({ publicUrl: 'https://doorman.example' })
  const { headers } = await secure.request('POST', '/api/auth/register', { body: credentials })
  const cookies = headers['set-cookie'] as string[]
  expect(cookies.map((line) => line.split('=')[0])).toEqual([
    '__Host-doorman.session',
    '__Host-doorman.device',
  ])
  for (const line of cookies) {
    expect(line).toMatch(/; Secure/)
    expect(line).toMatch(/; Path=\/;/)
    expect(line).not.toMatch(/domain/i)
  }
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('API responses are never cached', async () => {
  expect((await request('GET', '/api/auth/me')).headers['cache-control']).toBe('no-store')
})

test('a user whose admin role changes must sign in again', async () => {
  const { cookie } = await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  expect((await request('GET', '/api/auth/me', { cookie })).status).toBe(401)
  const again = await request('POST', '/api/auth/login', { body: credentials })
  const me = await request('GET', '/api/auth/me', { cookie: again.cookie })
  expect(me.body).toMatchObject({ isAdmin: true })
})

test('OpenAPI describes every call of the API', async () => {
  const { body } = await request('GET', '/api/openapi.json')
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // Calls without JSON are not in the contract: the picture upload (raw body), the consent form and
  // the redirect to the page to unsubscribe.
  const served = Object.keys(access)
    .filter(
      (line) =>
        line.includes(' /api/') &&
        !/openapi|csp-reports|callback|webhooks|images|consent|GET \/api\/unsubscribe|\*/.test(
          line,
        ),
    )
    .map((line) => line.replace(/:(\w+)/g, '{$1}'))
  expect(described.sort()).toEqual(served.sort())
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/api/auth/login': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { required: ['email', 'password'] } } },
          },
        },
      },
    },
  })
})

test('no call takes a secret in its address, which proxies log', async () => {
  const { body } = await request('GET', '/api/openapi.json')
  const paths = Object.values(body.paths as Record<string, Record<string, unknown>>)
  const named = paths
    .flatMap((calls) => Object.values(calls) as { parameters?: { name: string }[] }[])
    .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))
  expect(named).toContain('provider')
  expect(named.filter((name) => /token|password|secret/i.test(name))).toEqual([])
})

test('health checks respond', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ product: 'Doorman', status: 'ok' })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})
