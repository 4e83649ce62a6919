import { afterEach, expect, test, vi } from 'vitest'
import {
  allow,
  app,
  challenge,
  makeGoogle,
  modify,
  usualScopes,
  verifier,
  type TestGoogle,
} from '../../testing/google-client.ts'
import { dayMs } from '../../world/time.ts'

afterEach(() => vi.useRealTimers())

const [redirectUri = ''] = app.redirectUris

function setUp(options: Parameters<typeof makeGoogle>[0] = {}) {
  const google = makeGoogle(options)
  const ann = google.world.addMailbox({
    provider: 'google',
    address: 'ann@example.com',
    name: 'Ann',
  })
  google.world.addMailbox({ provider: 'microsoft', address: 'bo@example.org', name: 'Bo' })
  return { google, ann }
}

function toUrl(overrides: Readonly<Record<string, string | null>> = {}): string {
  const url = new URL('http://google.test/o/oauth2/v2/auth')
  const query = {
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: usualScopes.join(' '),
    state: 'state-1',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...overrides,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== null) url.searchParams.set(name, value)
  return url.href
}

async function fetchCode({ handle, world }: TestGoogle, url = toUrl()): Promise<string> {
  const subject = world.findMailbox('ann@example.com')?.owner.subject ?? ''
  return (await allow(handle, url, subject)).searchParams.get('code') ?? ''
}

async function post({ handle }: TestGoogle, path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form)
  const response = await handle(new Request(`http://google.test${path}`, { method: 'POST', body }))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const redeem = (
  google: TestGoogle,
  code: string,
  overrides: Readonly<Record<string, string>> = {},
) =>
  post(google, '/token', {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
    ...overrides,
  })

const refresh = (
  google: TestGoogle,
  token: unknown,
  overrides: Readonly<Record<string, string>> = {},
) =>
  post(google, '/token', {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    refresh_token: String(token),
    ...overrides,
  })

test('the page lists the Google mailboxes of this world and the permissions', async () => {
  const { google } = setUp()
  const html = await (await google.handle(new Request(toUrl()))).text()
  expect(html).toContain('ann@example.com')
  expect(html).not.toContain('bo@example.org')
  expect(html).toContain('Read, compose, and send emails from your Gmail account')
  expect(html).not.toMatch(/<script|<style|style=|onclick/)
})

test('names of apps and owners are escaped', async () => {
  const { google } = setUp({ apps: [{ ...app, name: '<b>Doorman' }] })
  google.world.addMailbox({ provider: 'google', address: 'eve@example.com', name: '<script>1' })
  const html = await (await google.handle(new Request(toUrl()))).text()
  expect(html).not.toMatch(/<b>|<script>/)
})

test('the hinted mailbox is preselected', async () => {
  const { google } = setUp()
  const bea = google.world.addMailbox({
    provider: 'google',
    address: 'bea@example.com',
    name: 'Bea',
  })
  const html = await (
    await google.handle(new Request(toUrl({ login_hint: 'Bea@example.com' })))
  ).text()
  expect(html).toMatch(new RegExp(`value="${bea.owner.subject}" required checked`))
  expect(html.match(/required checked/g)).toHaveLength(1)
})

test('Cancel redirects with access_denied and the state', async () => {
  const { google } = setUp()
  const body = new URLSearchParams({ answer: 'cancel' })
  const response = await google.handle(new Request(toUrl(), { method: 'POST', body }))
  expect(response.headers.get('location')).toBe(
    'http://product.test/callback?state=state-1&error=access_denied',
  )
})

test('after Allow, the official client gets tokens and verifies the id token', async () => {
  const { google, ann } = setUp()
  vi.setSystemTime(google.world.clock.now())
  const { tokens } = await google.connect('ann@example.com')
  expect(tokens).toMatchObject({
    token_type: 'Bearer',
    scope: `openid https://www.googleapis.com/auth/userinfo.email ${modify}`,
    refresh_token: expect.stringMatching(/^1\/\//),
  })
  const ticket = await google.oauth.verifyIdToken({
    idToken: tokens.id_token ?? '',
    audience: app.clientId,
  })
  expect(ticket.getPayload()).toMatchObject({
    sub: ann.owner.subject,
    email: 'ann@example.com',
    email_verified: true,
  })
  await expect(
    google.oauth.verifyIdToken({ idToken: tokens.id_token ?? '', audience: 'another-app' }),
  ).rejects.toThrow('Wrong recipient')
  const [head, , signature] = (tokens.id_token ?? '').split('.')
  const forged = Buffer.from(JSON.stringify({ sub: '1' })).toString('base64url')
  await expect(
    google.oauth.verifyIdToken({ idToken: `${head}.${forged}.${signature}` }),
  ).rejects.toThrow('Invalid token signature')
})

test('the id token contains the nonce of the request', async () => {
  const { google } = setUp()
  const { body } = await redeem(google, await fetchCode(google, toUrl({ nonce: 'n-1' })))
  const payload = Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString()
  expect(JSON.parse(payload)).toMatchObject({ nonce: 'n-1', iss: 'https://accounts.google.com' })
})

test('an unticked permission is missing from the scopes, and its calls get 403', async () => {
  const { google } = setUp()
  const { api, tokens } = await google.connect('ann@example.com', { untick: [modify] })
  expect(tokens.scope).toBe('openid https://www.googleapis.com/auth/userinfo.email')
  await expect(api.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['an unknown app', { client_id: 'someone' }, 'invalid_client', 401],
  ['a foreign redirect', { redirect_uri: 'http://evil.test/' }, 'redirect_uri_mismatch', 400],
  ['an unknown scope', { scope: 'openid calendar' }, 'invalid_scope', 400],
  ['no scope', { scope: null }, 'invalid_scope', 400],
  ['an implicit flow', { response_type: 'token' }, 'invalid_request', 400],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request', 400],
  ['an unknown option', { colour: 'red' }, 'Unknown parameter: colour', 400],
])('%s is rejected on the page, without a redirect', async (_, overrides, error, status) => {
  const { google } = setUp()
  const response = await google.handle(new Request(toUrl(overrides)))
  expect(response.status).toBe(status)
  expect(await response.text()).toContain(error)
})

test.each([
  ['another verifier', { code_verifier: `${verifier}x` }, 'invalid_grant', 400],
  ['another redirect', { redirect_uri: 'http://product.test/other' }, 'redirect_uri_mismatch', 400],
  ['another secret', { client_secret: 'guessed' }, 'invalid_client', 401],
  ['another app', { client_id: 'someone' }, 'invalid_client', 401],
  ['an unknown field', { colour: 'red' }, 'invalid_request', 400],
  ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type', 400],
])('a code with %s is rejected', async (_, overrides, error, status) => {
  const { google } = setUp()
  const response = await redeem(google, await fetchCode(google), overrides)
  expect(response).toMatchObject({ status, body: { error } })
})

test('a code needs a verifier only if it was requested with a challenge', async () => {
  const { google } = setUp()
  const form = {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: redirectUri,
  }
  const code = await fetchCode(google)
  expect(await post(google, '/token', { ...form, code })).toMatchObject({
    body: { error: 'invalid_grant', error_description: 'Missing code verifier.' },
  })
  const bare = await fetchCode(google, toUrl({ code_challenge: null, code_challenge_method: null }))
  expect(await post(google, '/token', { ...form, code: bare })).toMatchObject({ status: 200 })
})

test('a code works once, even if the first exchange fails, and for ten minutes', async () => {
  const { google } = setUp()
  const invalid = { status: 400, body: { error: 'invalid_grant' } }
  const used = await fetchCode(google)
  expect(await redeem(google, used)).toMatchObject({ status: 200 })
  expect(await redeem(google, used)).toMatchObject(invalid)
  const guessed = await fetchCode(google)
  await redeem(google, guessed, { code_verifier: 'wrong' })
  expect(await redeem(google, guessed)).toMatchObject(invalid)
  const late = await fetchCode(google)
  await google.world.clock.advance(600_000)
  expect(await redeem(google, late)).toMatchObject(invalid)
})

test('a code works only for the app that requested it', async () => {
  const other = { ...app, clientId: 'other-app', clientSecret: 'other-secret' }
  const { google } = setUp({ apps: [app, other] })
  const code = await fetchCode(google)
  const credentials = { client_id: 'other-app', client_secret: 'other-secret' }
  expect(await redeem(google, code, credentials)).toMatchObject({
    body: { error: 'invalid_grant' },
  })
})

test('a refresh token is issued only offline, and again only with prompt=consent', async () => {
  const { google } = setUp()
  const redeemAt = async (overrides: Readonly<Record<string, string | null>>) =>
    (await redeem(google, await fetchCode(google, toUrl(overrides)))).body
  expect(await redeemAt({ access_type: 'online' })).not.toHaveProperty('refresh_token')
  expect(await redeemAt({ prompt: null })).toHaveProperty('refresh_token')
  expect(await redeemAt({ prompt: null })).not.toHaveProperty('refresh_token')
  expect(await redeemAt({ prompt: 'consent' })).toHaveProperty('refresh_token')
})

test('a refresh returns a new access token and no new refresh token', async () => {
  const { google } = setUp()
  const first = await redeem(google, await fetchCode(google))
  const second = await refresh(google, first.body['refresh_token'])
  expect(second).toMatchObject({
    status: 200,
    body: { expires_in: 3599, scope: first.body['scope'] },
  })
  expect(second.body).not.toHaveProperty('refresh_token')
  expect(second.body['access_token']).not.toBe(first.body['access_token'])
})

test('an access token is valid for an hour', async () => {
  const { google } = setUp()
  const { api } = await google.connect('ann@example.com')
  await google.world.clock.advance(3_598_000)
  await expect(api.users.getProfile({ userId: 'me' })).resolves.toBeDefined()
  await google.world.clock.advance(1000)
  await expect(api.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 401 })
})

test.each(['revoked', 'password-changed'] as const)(
  'after %s, neither token works until the user consents again',
  async (how) => {
    const { google, ann } = setUp()
    const { api, tokens } = await google.connect('ann@example.com')
    ann.endAccess(how)
    await expect(api.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 401 })
    expect(await refresh(google, tokens.refresh_token)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    })
    const again = await google.connect('ann@example.com')
    await expect(again.api.users.getProfile({ userId: 'me' })).resolves.toBeDefined()
  },
)

test('a grant ends after six months without use', async () => {
  const { google } = setUp()
  const { tokens } = await google.connect('ann@example.com')
  const month = 31 * dayMs
  await google.world.clock.advance(5 * month)
  expect(await refresh(google, tokens.refresh_token)).toMatchObject({ status: 200 })
  await google.world.clock.advance(5 * month)
  expect(await refresh(google, tokens.refresh_token)).toMatchObject({ status: 200 })
  await google.world.clock.advance(6 * month)
  expect(await refresh(google, tokens.refresh_token)).toMatchObject({ status: 400 })
})

test.each(['access_token', 'refresh_token'] as const)(
  'revoking the %s ends the whole grant and is recorded',
  async (name) => {
    const { google } = setUp()
    const { api, tokens } = await google.connect('ann@example.com')
    await google.oauth.revokeToken(tokens[name] ?? '')
    await expect(api.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 401 })
    expect(await refresh(google, tokens.refresh_token)).toMatchObject({ status: 400 })
    expect(google.world.record.grantEnds).toMatchObject([{ mailbox: 'ann@example.com' }])
    expect(await post(google, '/revoke', { token: tokens.refresh_token ?? '' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    })
  },
)

test('a person who consents twice has one grant: revoking the second ends the first', async () => {
  const { google } = setUp()
  const first = await google.connect('ann@example.com')
  const second = await google.connect('ann@example.com')
  await google.oauth.revokeToken(second.tokens.refresh_token ?? '')
  await expect(first.api.users.getProfile({ userId: 'me' })).rejects.toMatchObject({ status: 401 })
  expect(await refresh(google, first.tokens.refresh_token)).toMatchObject({ status: 400 })
})

test('a refresh token works only for its own app', async () => {
  const other = { ...app, clientId: 'other-app', clientSecret: 'other-secret' }
  const { google } = setUp({ apps: [app, other] })
  const { tokens } = await google.connect('ann@example.com')
  const credentials = { client_id: 'other-app', client_secret: 'other-secret' }
  expect(await refresh(google, tokens.refresh_token, credentials)).toMatchObject({
    body: { error: 'invalid_grant' },
  })
})
