import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { toAccount } from '@doorman/simulators/microsoft/login/accounts'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Consent, Tokens } from '../../consent.ts'
import {
  accept,
  addMailbox,
  app,
  fetchMicrosoft,
  graphUrl,
  loginUrl,
  microsoft,
  openConsent,
  otherApp,
  redirectUrl,
  request,
  virtualClock,
  world,
} from '../../testing/fake-microsoft.ts'

const forger = await generateKeyPair('RS256', { extractable: true })

type Change = (url: URL, answer: Response) => Response | Promise<Response>

/** The user has given consent. `change` can alter the answers of the login host. */
async function setUp(change: Change = (_url, answer) => answer, registered = app) {
  const store = addMailbox()
  const consent = openConsent({
    ...registered,
    fetch: async (input, init) => {
      const call = new Request(input, init)
      return change(new URL(call.url), await fetchMicrosoft(call))
    },
  })
  const url = consent.toAuthorizationUrl(request)
  return { store, consent, url, code: await accept(url, store) }
}

async function redeem(consent: Consent, code: string): Promise<Tokens> {
  const result = await consent.redeemCode({ ...request, code })
  if (result.kind !== 'granted') throw new Error(`The consent was ${result.kind}`)
  return result.grant.tokens
}

/** Replaces fields of the JSON answers to URLs that end with `path`. */
function tamper(path: string, change: (body: Record<string, unknown>) => object | Promise<object>) {
  return async (url: URL, answer: Response): Promise<Response> => {
    if (!url.pathname.endsWith(path) || !answer.ok) return answer
    const body = (await answer.json()) as Record<string, unknown>
    return Response.json({ ...body, ...(await change(body)) })
  }
}

test('the authorization URL asks for the scopes we need, with PKCE', async () => {
  const { url } = await setUp()
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe(`${loginUrl}/common/oauth2/v2.0/authorize`)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: app.clientId,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: redirectUrl,
    scope: 'openid profile email offline_access User.Read Mail.ReadWrite Mail.Send',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
})

test('a login hint preselects the account', async () => {
  const { consent } = await setUp()
  const url = consent.toAuthorizationUrl({ ...request, loginHint: 'ann@acme.test' })
  const { searchParams } = new URL(url)
  expect(searchParams.get('login_hint')).toBe('ann@acme.test')
  expect(searchParams.has('prompt')).toBe(false)
})

test('consent gives working tokens and an account id that is not an address', async () => {
  const { consent, code, store } = await setUp()
  const result = await consent.redeemCode({ ...request, code })
  expect(result).toMatchObject({
    kind: 'granted',
    grant: {
      providerAccountId: expect.stringMatching(
        new RegExp(`^[0-9a-f-]{36}\\.${store.owner.subject}$`),
      ),
      address: store.address,
      tokens: { accessTokenExpiresAt: new Date(virtualClock.now().getTime() + 3_600_000) },
    },
  })
  if (result.kind !== 'granted') return
  const { accessToken } = result.grant.tokens
  const me = await fetchMicrosoft(`${graphUrl}/v1.0/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(me.status).toBe(200)
})

test('a personal account with an address of another provider is shown with its own mailbox', async () => {
  const store = world.addMailbox({
    provider: 'microsoft',
    address: 'ann.ash@outlook.com',
    contactAddress: 'ann.ash@gmail.com',
    name: 'Ann',
  })
  const consent = openConsent()
  const code = await accept(consent.toAuthorizationUrl(request), store)
  expect(await consent.redeemCode({ ...request, code })).toMatchObject({
    kind: 'granted',
    grant: { address: 'ann.ash@outlook.com' },
  })
})

test('a mailbox has the same account id when it is connected again', async () => {
  const { consent, code, url, store } = await setUp()
  const first = await consent.redeemCode({ ...request, code })
  const second = await consent.redeemCode({ ...request, code: await accept(url, store) })
  const another = await setUp()
  const third = await another.consent.redeemCode({ ...request, code: another.code })
  const providerAccountIds = [first, second, third].map((result) =>
    result.kind === 'granted' ? result.grant.providerAccountId : result.kind,
  )
  expect(providerAccountIds[1]).toBe(providerAccountIds[0])
  expect(providerAccountIds[2]).not.toBe(providerAccountIds[0])
})

test('a user who declines returns without a code', async () => {
  const { url } = await setUp()
  const form = new URLSearchParams({ answer: 'cancel' })
  const back = await fetchMicrosoft(url, { method: 'POST', body: form })
  const { searchParams } = new URL(back.headers.get('location') ?? '')
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('code')).toBeNull()
})

test('tells an organisation that lets only administrators consent from a user who declines', async () => {
  const { url, store, consent } = await setUp()
  microsoft.requireAdminConsent(store)
  const readAnswer = async (answer: string) => {
    const body = new URLSearchParams({ answer })
    const back = await fetchMicrosoft(url, { method: 'POST', body })
    const { searchParams } = new URL(back.headers.get('location') ?? '')
    return consent.readRefusal({
      error: searchParams.get('error') ?? '',
      description: searchParams.get('error_description') ?? '',
    })
  }
  expect(await readAnswer('return')).toBe('needs-admin')
  expect(await readAnswer('cancel')).toBe('denied')
})

test('the link for administrators asks for the same permissions as users, and names no user', async () => {
  const { url, store, consent } = await setUp()
  microsoft.requireAdminConsent(store)
  const link = new URL(consent.toAdminConsentUrl({ redirectUrl }) ?? '')
  expect(link.origin + link.pathname).toBe(`${loginUrl}/organizations/v2.0/adminconsent`)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    client_id: app.clientId,
    redirect_uri: redirectUrl,
    scope: new URL(url).searchParams.get('scope'),
  })
  const { tenantId } = toAccount(store)
  const form = new URLSearchParams({ tenant: tenantId, answer: 'accept' })
  await fetchMicrosoft(link.href, { method: 'POST', body: form })
  const code = await accept(url, store)
  expect(await consent.redeemCode({ ...request, code })).toMatchObject({ kind: 'granted' })
})

test.each([
  ['User.Read Mail.ReadWrite', 'cannot send'],
  ['openid profile email User.Read Mail.Send', 'cannot read'],
  ['', 'nothing at all'],
])('with "%s" granted the consent is partial: %s', async (scope) => {
  const { consent, code } = await setUp(tamper('/token', () => ({ scope })))
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'partial', grant: null })
})

test.each(['refresh_token', 'id_token'])('without %s the consent is partial', async (name) => {
  const { consent, code } = await setUp(tamper('/token', () => ({ [name]: undefined })))
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'partial', grant: null })
})

test('accepts scopes with a resource prefix and in any case', async () => {
  const scope = 'https://graph.microsoft.com/User.Read mail.readwrite https://x/Mail.Send openid'
  const { consent, code } = await setUp(tamper('/token', () => ({ scope })))
  expect(await consent.redeemCode({ ...request, code })).toMatchObject({ kind: 'granted' })
})

test('a code works once', async () => {
  const { consent, code } = await setUp()
  await consent.redeemCode({ ...request, code })
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('a code expires after ten minutes', async () => {
  const { consent, code } = await setUp()
  await virtualClock.advance(11 * 60_000)
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

test.each([
  ['an unknown code', { code: 'made-up' }],
  ['no code', { code: '' }],
  ['another verifier', { codeVerifier: request.codeVerifier.toUpperCase() }],
  ['another nonce', { nonce: 'another' }],
])('%s is invalid', async (_case, flaw) => {
  const { consent, code } = await setUp()
  expect(await consent.redeemCode({ ...request, code, ...flaw })).toEqual({ kind: 'invalid' })
})

test.each([
  ['another issuer', { issuer: `${loginUrl}.evil.test/{tenantid}/v2.0` }],
  ['the issuer template itself', { issuer: `${loginUrl}/common/v2.0` }],
])('an id token from %s is invalid', async (_case, change) => {
  const { consent, code } = await setUp(tamper('openid-configuration', () => change))
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('rejects a key that belongs to another tenant', async () => {
  const issuer = `${loginUrl}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`
  const { consent, code } = await setUp(
    tamper('/keys', ({ keys }) => ({
      keys: (keys as object[]).map((key) => ({ ...key, issuer })),
    })),
  )
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

/** The given token with other claims and a forged signature. */
function forge(idToken: string, claims: object): Promise<string> {
  return new SignJWT({ ...decodeJwt(idToken), ...claims })
    .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(idToken) })
    .sign(forger.privateKey)
}

test('an id token issued to another app is invalid', async () => {
  let theirs: unknown
  const other = await setUp(
    tamper('/token', ({ id_token }) => ({ id_token: (theirs = id_token) })),
    otherApp,
  )
  expect(await other.consent.redeemCode({ ...request, code: other.code })).toMatchObject({
    kind: 'granted',
  })
  const { consent, code } = await setUp(tamper('/token', () => ({ id_token: theirs })))
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

test.each([
  ['signed with another key', (token: string) => forge(token, {})],
  ['with other claims', (token: string) => forge(token, { oid: 'eve' })],
  ['without a signature', async (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
  ['that is malformed', async () => 'nonsense'],
])('an id token %s is invalid', async (_case, change) => {
  const { consent, code } = await setUp(
    tamper('/token', async (body) => ({ id_token: await change(String(body['id_token'])) })),
  )
  expect(await consent.redeemCode({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('an expired id token is invalid', async () => {
  let kept: unknown
  const { consent, code, url, store } = await setUp(
    tamper('/token', ({ id_token }) => ({ id_token: (kept ??= id_token) })),
  )
  await consent.redeemCode({ ...request, code })
  await virtualClock.advance(24 * 3_600_000)
  const another = await accept(url, store)
  expect(await consent.redeemCode({ ...request, code: another })).toEqual({ kind: 'invalid' })
})

test('reloads the keys for an unknown key id', async () => {
  const key = { ...(await exportJWK(forger.publicKey)), kid: 'new', use: 'sig' }
  let isNew = false
  const { consent, code, url, store } = await setUp(async (address, answer) => {
    if (!isNew) return answer
    if (address.pathname.endsWith('/keys')) return Response.json({ keys: [key] })
    const resign = tamper('/token', async ({ id_token }) => ({
      id_token: await new SignJWT(decodeJwt(String(id_token)))
        .setProtectedHeader({ alg: 'RS256', kid: 'new' })
        .sign(forger.privateKey),
    }))
    return resign(address, answer)
  })
  await redeem(consent, code)
  isNew = true
  expect(await redeem(consent, await accept(url, store))).toMatchObject({
    accessToken: expect.any(String),
  })
})

test('reloads the keys once a day', async () => {
  let fetches = 0
  const { consent, code, url, store } = await setUp((address, answer) => {
    if (address.pathname.endsWith('/keys')) fetches++
    return answer
  })
  await redeem(consent, code)
  await redeem(consent, await accept(url, store))
  expect(fetches).toBe(1)
  await virtualClock.advance(25 * 3_600_000)
  await redeem(consent, await accept(url, store))
  expect(fetches).toBe(2)
})

test('loads keys from the login host only', async () => {
  const calledHosts: string[] = []
  const change = tamper('openid-configuration', () => ({ jwks_uri: 'https://evil.test/keys' }))
  const { consent, code } = await setUp((url, answer) => {
    calledHosts.push(url.host)
    return change(url, answer)
  })
  await expect(consent.redeemCode({ ...request, code })).rejects.toMatchObject({
    failure: 'unavailable',
    detail: 'foreign-link',
  })
  expect(new Set(calledHosts)).toEqual(new Set([new URL(loginUrl).host]))
})

test('the code stays unused if the keys cannot be loaded', async () => {
  const { consent, code } = await setUp()
  world.faults.push({
    provider: 'microsoft',
    match: ({ url }) => url.includes('openid-configuration'),
    effect: 'server-error',
  })
  await expect(consent.redeemCode({ ...request, code })).rejects.toMatchObject({
    failure: 'unavailable',
  })
  expect(await consent.redeemCode({ ...request, code })).toMatchObject({ kind: 'granted' })
})

test('each refresh gives a new refresh token, and the old one stays valid', async () => {
  const { consent, code } = await setUp()
  const first = await redeem(consent, code)
  const second = await consent.refresh(first.refreshToken)
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect(second.accessToken).not.toBe(first.accessToken)
  expect((await consent.refresh(first.refreshToken)).accessToken).not.toBe(second.accessToken)
})

test('keeps the refresh token if the answer has none', async () => {
  let isKept = false
  const { consent, code } = await setUp(
    tamper('/token', () => (isKept ? { refresh_token: undefined } : {})),
  )
  const { refreshToken } = await redeem(consent, code)
  isKept = true
  expect(await consent.refresh(refreshToken)).toMatchObject({ refreshToken })
})

test.each([
  ['consent withdrawn', (store: MailStore) => store.endAccess('revoked'), 0],
  ['password changed', (store: MailStore) => store.endAccess('password-changed'), 0],
  ['unused for 91 days', () => {}, 91],
])('%s: access is revoked', async (_case, end, days) => {
  const { consent, code, store } = await setUp()
  const { refreshToken } = await redeem(consent, code)
  end(store)
  await virtualClock.advance(days * 86_400_000 + 1000)
  await expect(consent.refresh(refreshToken)).rejects.toMatchObject({
    failure: 'access-revoked',
    detail: expect.stringMatching(/^400 AADSTS\d+$/),
  })
})

test.each([
  ['rate-limit', 'rate-limited'],
  ['server-error', 'unavailable'],
  ['cut', 'unavailable'],
  ['cut-midway', 'unavailable'],
  ['truncated', 'unavailable'],
  ['garbage', 'unavailable'],
] as const)(
  '%s at the token endpoint is an outage, not revoked access',
  async (effect, failure) => {
    const { consent, code } = await setUp()
    const { refreshToken } = await redeem(consent, code)
    world.faults.push({ provider: 'microsoft', effect })
    await expect(consent.refresh(refreshToken)).rejects.toMatchObject({ failure })
    expect(await consent.refresh(refreshToken)).toMatchObject({ accessToken: expect.any(String) })
  },
)

test('times out after 30 seconds without an answer', async () => {
  const { consent } = await setUp()
  world.faults.push({ provider: 'microsoft', effect: 'silence' })
  await Promise.all([
    expect(consent.refresh('token')).rejects.toMatchObject({
      failure: 'unavailable',
      detail: 'timeout',
    }),
    virtualClock.advance(30_000),
  ])
})

test('a wrong client secret is refused, not revoked access', async () => {
  const { consent, code } = await setUp()
  const { refreshToken } = await redeem(consent, code)
  const wrong = openConsent({ clientSecret: 'wrong' })
  await expect(wrong.refresh(refreshToken)).rejects.toMatchObject({ failure: 'refused' })
})

test('revoke makes no call and does not fail', async () => {
  const { consent } = await setUp()
  const before = world.record.requests.length
  await consent.revoke('token')
  expect(world.record.requests).toHaveLength(before)
})
