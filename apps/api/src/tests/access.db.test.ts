import { auditLog, users } from '@doorman/db/schema'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { setAdmin } from '@doorman/services/users/set-admin'
import { desc, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFakeApp, type FakeApp, type Method, type TestResponse } from '../testing/fake-app.ts'

/**
 * Who may call a route:
 *
 *              visitor  user  admin  admin without   admin who views
 *                                    second factor   the app as a user
 *   everyone   yes      yes   yes    yes             yes
 *   signed-in  no       yes   yes    yes             yes
 *   user-only  no       yes   yes    yes             no
 *   admin      no       no    yes    no              no
 *   second-step  only with the cookie of a sign-in that waits for its second factor; a login session
 *              does not count (`second-factor.db.test.ts`)
 *   provider   only with a signature or token of Google, Microsoft or Stripe
 *   demo       everyone, and only in the demo
 *
 * `foreign-ids.db.test.ts` checks that another user's ids are unknown.
 */
type Who = 'everyone' | 'second-step' | 'signed-in' | 'user-only' | 'admin' | 'provider' | 'demo'

/** Every route and who may call it. A route that is missing here fails the test. */
const access: Record<string, Who> = {
  'GET /dev/outbox': 'demo',
  'GET /dev/google': 'demo',
  'ALL /dev/google/*': 'demo',
  'GET /.well-known/microsoft-identity-association.json': 'everyone',
  'GET /.well-known/security.txt': 'everyone',
  'POST /api/csp-reports': 'everyone',
  'GET /healthz': 'everyone',
  // With the operator's token only; others get a 404.
  'GET /metrics': 'everyone',
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
  // The link works only in its user's own session.
  'POST /api/auth/set-password': 'everyone',
  'POST /api/auth/check-set-password-link': 'everyone',
  'POST /api/auth/verify-email': 'everyone',
  'POST /api/contact': 'everyone',
  // Links in our emails. Their tokens say for whom they act.
  'POST /api/restore-links/check': 'everyone',
  'POST /api/restore-links': 'everyone',
  'POST /api/address-links/check': 'everyone',
  'POST /api/address-links': 'everyone',
  'POST /api/unsubscribe/check': 'everyone',
  'POST /api/unsubscribe': 'everyone',
  'GET /api/unsubscribe': 'everyone',
  'GET /api/tracking-codes': 'everyone',
  'POST /api/tracking-consent': 'everyone',
  'GET /api/blog/posts': 'everyone',
  'GET /api/blog/search': 'everyone',
  'GET /api/blog/categories': 'everyone',
  'GET /api/blog/posts/:slug': 'everyone',
  'GET /api/blog/posts/:slug/nearby': 'everyone',
  'POST /api/blog/posts/:slug/view': 'everyone',
  'GET /api/blog/categories/:slug': 'everyone',
  'GET /api/auth/second-factor': 'second-step',
  'POST /api/auth/second-factor': 'second-step',
  'POST /api/auth/second-factor/passkey-options': 'second-step',
  'POST /api/auth/second-factor/passkey': 'second-step',
  'GET /api/second-factor': 'signed-in',
  'POST /api/second-factor/totp': 'user-only',
  'POST /api/second-factor/totp/confirm': 'user-only',
  'DELETE /api/second-factor/totp': 'user-only',
  'POST /api/second-factor/recovery-codes': 'user-only',
  'POST /api/second-factor/passkey-options': 'user-only',
  'POST /api/second-factor/passkeys': 'user-only',
  'PATCH /api/second-factor/passkeys/:id': 'user-only',
  'DELETE /api/second-factor/passkeys/:id': 'user-only',
  'GET /api/auth/me': 'signed-in',
  'PATCH /api/auth/password': 'user-only',
  'POST /api/auth/set-password-link': 'user-only',
  'DELETE /api/auth/account': 'user-only',
  'POST /api/auth/confirm-password': 'user-only',
  'POST /api/auth/resend-verification': 'signed-in',
  'GET /api/gmail-accounts': 'signed-in',
  'POST /api/gmail/connect': 'user-only',
  'PATCH /api/gmail-accounts/:id/pause': 'signed-in',
  'PATCH /api/gmail-accounts/:id/unpause': 'signed-in',
  'DELETE /api/gmail-accounts/:id': 'signed-in',
  'GET /api/microsoft-accounts': 'signed-in',
  'POST /api/microsoft/connect': 'user-only',
  'PATCH /api/microsoft-accounts/:id/pause': 'signed-in',
  'PATCH /api/microsoft-accounts/:id/unpause': 'signed-in',
  'DELETE /api/microsoft-accounts/:id': 'signed-in',
  'POST /api/accounts/set-active': 'signed-in',
  'GET /api/microsoft/admin-consent': 'user-only',
  'GET /api/auth-guide-settings': 'signed-in',
  'GET /api/billing/info': 'signed-in',
  'POST /api/subscriptions/create': 'user-only',
  'POST /api/billing/portal': 'user-only',
  'POST /api/billing/checkout': 'user-only',
  'GET /api/billing/receipts': 'signed-in',
  'GET /api/filtered-emails': 'signed-in',
  'GET /api/filtered-emails/export': 'user-only',
  'GET /api/filtered-emails/:id/open': 'signed-in',
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
  'POST /api/account/export': 'user-only',
  'GET /api/account/export': 'user-only',
  'GET /api/account/email': 'signed-in',
  'POST /api/account/email': 'user-only',
  'DELETE /api/account/email': 'user-only',
  'GET /api/account/devices': 'signed-in',
  'DELETE /api/account/devices/:id': 'user-only',
  'DELETE /api/account/devices': 'user-only',
  'GET /api/whitelist': 'signed-in',
  'POST /api/whitelist': 'signed-in',
  'DELETE /api/whitelist/:domain': 'signed-in',
  'PATCH /api/accounts/:id/observe-only': 'signed-in',
  'POST /api/accounts/:id/move-observed': 'signed-in',
  'GET /api/first-scans': 'signed-in',
  'POST /api/first-scans/:accountId/dismiss': 'signed-in',
  'POST /api/first-scans/:accountId/undo': 'signed-in',
  'GET /api/senders': 'signed-in',
  'POST /api/senders': 'signed-in',
  'DELETE /api/senders/:address': 'signed-in',
  'DELETE /api/lessons': 'signed-in',
  'GET /api/activity': 'signed-in',
  'GET /api/activity/days': 'signed-in',
  'GET /api/live-updates': 'signed-in',
  'GET /api/settings/smart-response': 'signed-in',
  'PATCH /api/settings/smart-response': 'signed-in',
  'POST /api/settings/smart-response/agreement': 'signed-in',
  'DELETE /api/settings/smart-response/agreement': 'signed-in',
  'POST /api/admin/switch-user': 'admin',
  'POST /api/admin/switch-back': 'signed-in',
  'GET /api/admin/stats': 'admin',
  'GET /api/admin/users': 'admin',
  'DELETE /api/admin/users/:id': 'admin',
  'GET /api/admin/settings': 'admin',
  'POST /api/admin/settings': 'admin',
  'GET /api/admin/email-settings': 'admin',
  'POST /api/admin/email-settings': 'admin',
  'POST /api/admin/test-email': 'admin',
  'GET /api/admin/auth-guide-settings': 'admin',
  'POST /api/admin/auth-guide-settings': 'admin',
  'GET /api/admin/tracking-codes': 'admin',
  'POST /api/admin/tracking-codes': 'admin',
  'GET /api/admin/tracking-codes/versions': 'admin',
  'GET /api/admin/tracking-codes/preview': 'admin',
  'GET /api/admin/tracking-codes/pixel-test': 'admin',
  'GET /api/admin/queue-metrics': 'admin',
  'GET /api/admin/jobs': 'admin',
  'POST /api/admin/jobs/:id/retry': 'admin',
  'DELETE /api/admin/jobs/:id': 'admin',
  'GET /api/admin/mailboxes': 'admin',
  'GET /api/admin/replies': 'admin',
  'POST /api/admin/replies': 'admin',
  'GET /api/admin/audit-log': 'admin',
  'GET /api/admin/audit-log/check': 'admin',
  'GET /api/admin/audit-log/export': 'admin',
  'GET /api/admin/posts': 'admin',
  'GET /api/admin/post-choices': 'admin',
  'GET /api/admin/posts/:id': 'admin',
  'GET /api/admin/post-pages/:slug': 'admin',
  'POST /api/admin/posts': 'admin',
  'PATCH /api/admin/posts/:id': 'admin',
  'POST /api/admin/post-preview': 'admin',
  'POST /api/admin/posts/:id/images': 'admin',
  'DELETE /api/admin/posts/:id': 'admin',
  'POST /api/admin/posts/:id/restore': 'admin',
  'POST /api/admin/posts/:id/cover': 'admin',
  'DELETE /api/admin/posts/:id/cover': 'admin',
  'POST /api/admin/authors/:id/picture': 'admin',
  'DELETE /api/admin/authors/:id/picture': 'admin',
  'POST /api/admin/categories': 'admin',
  'PATCH /api/admin/categories/:id': 'admin',
  'POST /api/admin/authors': 'admin',
  'PATCH /api/admin/authors/:id': 'admin',
  'GET /api/auth/providers': 'everyone',
  // A link on the login page, and the way back. Both end on a page, even for visitors without a
  // session.
  'GET /api/auth/google': 'everyone',
  'GET /api/auth/google/callback': 'everyone',
  'GET /api/auth/microsoft': 'everyone',
  'GET /api/auth/microsoft/callback': 'everyone',
  'GET /api/identities': 'signed-in',
  'POST /api/identities/:provider': 'user-only',
  'DELETE /api/identities/:provider': 'user-only',
  // The provider redirects browsers here, so visitors without a session get a page, not a 401.
  'GET /api/gmail/callback': 'everyone',
  'GET /api/microsoft/callback': 'everyone',
  'POST /api/webhooks/gmail': 'provider',
  'POST /api/webhooks/microsoft': 'provider',
  'POST /api/webhooks/microsoft-lifecycle': 'provider',
  'POST /api/webhooks/stripe': 'provider',
  'ALL /api': 'everyone',
  'ALL /api/*': 'everyone',
}

const { payments } = simulatePayments(new Date())
const { app, request, ctx, routes, headPaths } = await openFakeApp({ payments })
const service = await openFakeApp({ payments, adminsNeedSecondFactor: true })
let userCount = 0
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
const ordinaryUser = await request('POST', '/api/auth/register', {
  body: { ...credentials, email: 'ordinary@example.com' },
  ip: '198.51.100.254',
})
const changes = Object.keys(access)
  .map((line) => line.split(' '))
  .filter(([method]) => method !== 'GET' && method !== 'ALL') as [Method, string][]

test('every route is listed with who may call it', () => {
  expect([...routes].sort()).toEqual(Object.keys(access).sort())
})

// HEAD runs the handler of GET. Link previews and virus scanners send it.
test('every GET can be asked for with HEAD, except those that use up a link, record an act or never end', () => {
  const withoutHead = Object.keys(access).filter(
    (line) => line.startsWith('GET ') && !headPaths.includes(line.slice('GET '.length)),
  )
  expect(withoutHead.sort()).toEqual([
    'GET /api/account/export',
    'GET /api/admin/audit-log/export',
    'GET /api/auth/google/callback',
    'GET /api/auth/microsoft/callback',
    'GET /api/filtered-emails/:id/open',
    'GET /api/filtered-emails/export',
    'GET /api/gmail/callback',
    'GET /api/live-updates',
    'GET /api/microsoft/callback',
  ])
})

const linesOf = (...who: Who[]) =>
  Object.entries(access).flatMap(([line, allowed]) => (who.includes(allowed) ? [line] : []))

function send({ request }: Pick<FakeApp, 'request'>, line: string, cookie?: string) {
  const [method, path] = line.split(' ') as [Method | 'ALL', string]
  return request(method === 'ALL' ? 'GET' : method, path, { cookie })
}

/** The cookie of a new user or admin. */
async function signIn({ request, ctx }: Pick<FakeApp, 'request' | 'ctx'>, isAdmin: boolean) {
  const body = { ...credentials, email: `person${(userCount += 1)}@example.com` }
  const ip = `198.51.100.${userCount % 250}`
  const { cookie } = await request('POST', '/api/auth/register', { body, ip })
  expect(cookie).toBeDefined()
  // `setAdmin` would end the login session, and hundreds of sign-ins take most of the test's time.
  if (isAdmin) await ctx.db.update(users).set({ role: 'admin' }).where(eq(users.email, body.email))
  return cookie
}

/** Why a call is closed to its caller; `null` if it is open. */
function refusalOf({ status, body }: TestResponse): string | null {
  // A call that needs Pro may respond 403 with the reason.
  const isOpen = status !== 401 && (status !== 403 || body['code'] === 'plan-limit')
  return isOpen ? null : `${status} ${String(body['message'])}`
}

test.each(linesOf('signed-in', 'user-only', 'admin'))('%s is closed to visitors', async (line) => {
  expect(await send({ request }, line)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test.each(linesOf('admin'))('%s is closed to users who are not admins', async (line) => {
  const { cookie } = ordinaryUser
  expect(cookie).toBeDefined()
  expect(await send({ request }, line, cookie)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'This is for admins only.' },
  })
})

/** Calls that only read share a login session, so that the test takes less time. */
function share(newCookie: () => Promise<string | undefined>) {
  let shared: Promise<string | undefined> | undefined
  return (line = 'GET') => (line.startsWith('GET') ? (shared ??= newCookie()) : newCookie())
}
const asUser = share(() => signIn({ request, ctx }, false))
const asAdmin = share(() => signIn({ request, ctx }, true))
const asBareAdmin = share(() => signIn(service, true))

test.each(linesOf('everyone', 'signed-in', 'user-only', 'demo'))(
  '%s is open to users',
  async (line) => {
    expect(refusalOf(await send({ request }, line, await asUser(line)))).toBeNull()
  },
)

test.each(linesOf('everyone', 'signed-in', 'user-only', 'admin', 'demo'))(
  '%s is open to admins',
  async (line) => {
    expect(refusalOf(await send({ request }, line, await asAdmin(line)))).toBeNull()
  },
)

test.each(linesOf('second-step'))('%s is closed without a pending sign-in', async (line) => {
  for (const cookie of [undefined, await asUser(line), await asAdmin(line)])
    // 422 if the call checks its input first.
    expect([401, 422]).toContain((await send({ request }, line, cookie)).status)
})

test.each(linesOf('admin'))('%s is closed to admins without a second factor', async (line) => {
  expect(await send(service, line, await asBareAdmin())).toMatchObject({
    status: 403,
    body: { code: 'second-factor-needed', message: expect.stringContaining('Account Settings') },
  })
})

test.each(linesOf('signed-in', 'user-only'))(
  '%s is open to admins without a second factor',
  async (line) => {
    expect(refusalOf(await send(service, line, await asBareAdmin(line)))).toBeNull()
  },
)

/** The cookie of a new admin who views the app as the ordinary user. */
async function startView() {
  const me = await request('GET', '/api/auth/me', { cookie: ordinaryUser.cookie })
  const { status, cookie } = await request('POST', '/api/admin/switch-user', {
    cookie: await signIn({ request, ctx }, true),
    body: { targetUserId: me.body['id'] },
  })
  expect(status).toBe(200)
  return cookie
}
const asViewer = share(startView)

async function lastRecord() {
  const [last] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return last
}

test.each(linesOf('signed-in'))('%s works while viewing as a user', async (line) => {
  const [method, route] = line.split(' ')
  const cookie = await asViewer(line)
  const before = (await lastRecord())?.id ?? 0
  expect(refusalOf(await send({ request }, line, cookie))).toBeNull()
  const records = await ctx.db.select().from(auditLog).where(gt(auditLog.id, before))
  expect(records[0]).toMatchObject({ act: 'view-request', details: { method, route } })
})

test.each(linesOf('user-only', 'admin'))('%s is refused while viewing as a user', async (line) => {
  const [method, route] = line.split(' ')
  expect(await send({ request }, line, await asViewer())).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: expect.stringContaining('You’re viewing as') },
  })
  expect(await lastRecord()).toMatchObject({ act: 'view-refused', details: { method, route } })
})

test.each(linesOf('provider'))('%s requires more than a login session', async (line) => {
  const [method, path] = line.split(' ') as [Method, string]
  const cookie = await signIn({ request, ctx }, false)
  for (const login of [{}, { cookie }])
    expect((await request(method, path, { ...login, body: {} })).status).toBe(400)
})

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
  // A kept page allows its scripts by their hashes, and this one has none.
  expect(headers['content-security-policy']).toMatch(
    url === '/'
      ? /^default-src 'none'; script-src 'self'; /
      : /^default-src 'none'; script-src 'self' 'nonce-/,
  )
  expect(headers['content-security-policy']).not.toMatch(/unsafe/)
  expect(headers['content-security-policy']).toContain(
    "frame-src 'self' https://www.youtube-nocookie.com;",
  )
})

test('every response that isn’t shared has its own nonce', async () => {
  const policies = [await request('GET', '/dashboard'), await request('GET', '/dashboard')].map(
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
  // Calls without JSON are not in the contract: picture uploads (raw body), the consent form, the
  // redirects to the page to unsubscribe and to an email, the live updates, downloads of exports and
  // the pixel test.
  const served = Object.keys(access)
    .filter(
      (line) =>
        line.includes(' /api/') &&
        !/openapi|csp-reports|callback|auth\/(?:google|microsoft)$|webhooks|images|POST .*\/(?:cover|picture)$|tracking-consent|GET .*\/export$|pixel-test|live-updates|GET .*\/open$|GET \/api\/unsubscribe|\*/.test(
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
