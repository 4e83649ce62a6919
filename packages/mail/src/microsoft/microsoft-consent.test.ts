import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Consent, Tokens } from '../consent.ts'
import {
  accept,
  addMailbox,
  app,
  fetchMicrosoft,
  graphUrl,
  loginUrl,
  openConsent,
  otherApp,
  redirectUrl,
  request,
  virtualClock,
  world,
} from './fake-microsoft.ts'

const forger = await generateKeyPair('RS256', { extractable: true })

type Change = (url: URL, answer: Response) => Response | Promise<Response>

/** A person has accepted; the answers of the login host may be tampered with on their way to us. */
async function begin(change: Change = (_url, answer) => answer, registered = app) {
  const store = addMailbox()
  const consent = openConsent({
    ...registered,
    fetch: async (input, init) => {
      const asked = new Request(input, init)
      return change(new URL(asked.url), await fetchMicrosoft(asked))
    },
  })
  const url = consent.toUrl(request)
  return { store, consent, url, code: await accept(url, store) }
}

async function redeem(consent: Consent, code: string): Promise<Tokens> {
  const redemption = await consent.redeem({ ...request, code })
  if (redemption.kind !== 'granted') throw new Error(`The consent was ${redemption.kind}`)
  return redemption.grant.tokens
}

/** Replaces parts of a JSON answer whose URL ends so. */
function tamper(path: string, change: (body: Record<string, unknown>) => object | Promise<object>) {
  return async (url: URL, answer: Response): Promise<Response> => {
    if (!url.pathname.endsWith(path) || !answer.ok) return answer
    const body = (await answer.json()) as Record<string, unknown>
    return Response.json({ ...body, ...(await change(body)) })
  }
}

test('S8: the address asks for what we need and no more, with PKCE', async () => {
  const { url } = await begin()
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

test('a mailbox that is connected again is preselected', async () => {
  const { consent } = await begin()
  const url = consent.toUrl({ ...request, loginHint: 'ann@acme.test' })
  const { searchParams } = new URL(url)
  expect(searchParams.get('login_hint')).toBe('ann@acme.test')
  expect(searchParams.has('prompt')).toBe(false)
})

test('R18: consent gives tokens that open the mailbox, and an identity that is no address', async () => {
  const { consent, code, store } = await begin()
  const redemption = await consent.redeem({ ...request, code })
  expect(redemption).toMatchObject({
    kind: 'granted',
    grant: {
      subject: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${store.owner.subject}$`)),
      address: store.address,
      tokens: { accessTokenExpiresAt: new Date(virtualClock.now().getTime() + 3_600_000) },
    },
  })
  if (redemption.kind !== 'granted') return
  const { accessToken } = redemption.grant.tokens
  const me = await fetchMicrosoft(`${graphUrl}/v1.0/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(me.status).toBe(200)
})

test('F35: connected a second time, it is known to be the same mailbox', async () => {
  const { consent, code, url, store } = await begin()
  const first = await consent.redeem({ ...request, code })
  const second = await consent.redeem({ ...request, code: await accept(url, store) })
  const another = await begin()
  const third = await another.consent.redeem({ ...request, code: another.code })
  const subjects = [first, second, third].map((redemption) =>
    redemption.kind === 'granted' ? redemption.grant.subject : redemption.kind,
  )
  expect(subjects[1]).toBe(subjects[0])
  expect(subjects[2]).not.toBe(subjects[0])
})

test('a person who declines comes back without a code', async () => {
  const { url } = await begin()
  const form = new URLSearchParams({ answer: 'cancel' })
  const back = await fetchMicrosoft(url, { method: 'POST', body: form })
  const { searchParams } = new URL(back.headers.get('location') ?? '')
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('code')).toBeNull()
})

test.each([
  ['User.Read Mail.ReadWrite', 'may not send'],
  ['openid profile email User.Read Mail.Send', 'may not read'],
  ['', 'nothing at all'],
])('F24: with "%s" granted the consent is partial: %s', async (scope) => {
  const { consent, code } = await begin(tamper('/token', () => ({ scope })))
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'partial', grant: null })
})

test.each(['refresh_token', 'id_token'])('F24: without %s the consent is partial', async (name) => {
  const { consent, code } = await begin(tamper('/token', () => ({ [name]: undefined })))
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'partial', grant: null })
})

test('scopes are understood with their resource, and in any case', async () => {
  const scope = 'https://graph.microsoft.com/User.Read mail.readwrite https://x/Mail.Send openid'
  const { consent, code } = await begin(tamper('/token', () => ({ scope })))
  expect(await consent.redeem({ ...request, code })).toMatchObject({ kind: 'granted' })
})

test('R19: a code serves once', async () => {
  const { consent, code } = await begin()
  await consent.redeem({ ...request, code })
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('S8: a code serves for ten minutes', async () => {
  const { consent, code } = await begin()
  await virtualClock.advance(11 * 60_000)
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

test.each([
  ['a code nobody gave out', { code: 'made-up' }],
  ['no code', { code: '' }],
  ['another verifier', { codeVerifier: request.codeVerifier.toUpperCase() }],
  ['another nonce', { nonce: 'another' }],
])('S8: %s is invalid', async (_case, flaw) => {
  const { consent, code } = await begin()
  expect(await consent.redeem({ ...request, code, ...flaw })).toEqual({ kind: 'invalid' })
})

test.each([
  ['another issuer', { issuer: `${loginUrl}.evil.test/{tenantid}/v2.0` }],
  ['the template itself for an issuer', { issuer: `${loginUrl}/common/v2.0` }],
])('S8: an id token of %s is invalid', async (_case, change) => {
  const { consent, code } = await begin(tamper('openid-configuration', () => change))
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('S8: a key that signs for another tenant is not accepted', async () => {
  const issuer = `${loginUrl}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`
  const { consent, code } = await begin(
    tamper('/keys', ({ keys }) => ({
      keys: (keys as object[]).map((key) => ({ ...key, issuer })),
    })),
  )
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

/** The token that was given out, with other claims and another signature. */
function forge(idToken: string, claims: object): Promise<string> {
  return new SignJWT({ ...decodeJwt(idToken), ...claims })
    .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(idToken) })
    .sign(forger.privateKey)
}

test('S8: an id token that was made for another app is invalid', async () => {
  let theirs: unknown
  const other = await begin(
    tamper('/token', ({ id_token }) => ({ id_token: (theirs = id_token) })),
    otherApp,
  )
  expect(await other.consent.redeem({ ...request, code: other.code })).toMatchObject({
    kind: 'granted',
  })
  const { consent, code } = await begin(tamper('/token', () => ({ id_token: theirs })))
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

test.each([
  ['signed by somebody else', (token: string) => forge(token, {})],
  ['with other claims', (token: string) => forge(token, { oid: 'eve' })],
  ['without a signature', async (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
  ['that is none', async () => 'nonsense'],
])('S8: an id token %s is invalid', async (_case, change) => {
  const { consent, code } = await begin(
    tamper('/token', async (body) => ({ id_token: await change(String(body['id_token'])) })),
  )
  expect(await consent.redeem({ ...request, code })).toEqual({ kind: 'invalid' })
})

test('S8: an id token of yesterday is invalid', async () => {
  let kept: unknown
  const { consent, code, url, store } = await begin(
    tamper('/token', ({ id_token }) => ({ id_token: (kept ??= id_token) })),
  )
  await consent.redeem({ ...request, code })
  await virtualClock.advance(24 * 3_600_000)
  const another = await accept(url, store)
  expect(await consent.redeem({ ...request, code: another })).toEqual({ kind: 'invalid' })
})

test('keys may change: an unknown one is looked up again', async () => {
  const key = { ...(await exportJWK(forger.publicKey)), kid: 'new', use: 'sig' }
  let isNew = false
  const { consent, code, url, store } = await begin(async (address, answer) => {
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

test('keys are fetched once a day, lest one that was withdrawn be trusted for ever', async () => {
  let fetches = 0
  const { consent, code, url, store } = await begin((address, answer) => {
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

test('S11: keys are fetched from the login host and nowhere else', async () => {
  const asked: string[] = []
  const change = tamper('openid-configuration', () => ({ jwks_uri: 'https://evil.test/keys' }))
  const { consent, code } = await begin((url, answer) => {
    asked.push(url.host)
    return change(url, answer)
  })
  await expect(consent.redeem({ ...request, code })).rejects.toMatchObject({
    failure: 'unavailable',
    detail: 'foreign-link',
  })
  expect(new Set(asked)).toEqual(new Set([new URL(loginUrl).host]))
})

test('F21: when the keys cannot be had, the code is not used up', async () => {
  const { consent, code } = await begin()
  world.faults.push({
    provider: 'microsoft',
    match: ({ url }) => url.includes('openid-configuration'),
    make: 'server-error',
  })
  await expect(consent.redeem({ ...request, code })).rejects.toMatchObject({
    failure: 'unavailable',
  })
  expect(await consent.redeem({ ...request, code })).toMatchObject({ kind: 'granted' })
})

test('F23: refreshing gives a new token each time, and a lost answer does no harm', async () => {
  const { consent, code } = await begin()
  const first = await redeem(consent, code)
  const second = await consent.refresh(first.refreshToken)
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect(second.accessToken).not.toBe(first.accessToken)
  expect((await consent.refresh(first.refreshToken)).accessToken).not.toBe(second.accessToken)
})

test('F23: an answer without a refresh token keeps the old one', async () => {
  let isKept = false
  const { consent, code } = await begin(
    tamper('/token', () => (isKept ? { refresh_token: undefined } : {})),
  )
  const { refreshToken } = await redeem(consent, code)
  isKept = true
  expect(await consent.refresh(refreshToken)).toMatchObject({ refreshToken })
})

test.each([
  ['taken away', (store: MailStore) => store.endAccess('revoked'), 0],
  ['password changed', (store: MailStore) => store.endAccess('password-changed'), 0],
  ['unused for 91 days', () => {}, 91],
])('F20: %s: access is revoked', async (_case, end, days) => {
  const { consent, code, store } = await begin()
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
] as const)('F21: %s at the token endpoint disconnects nobody', async (make, failure) => {
  const { consent, code } = await begin()
  const { refreshToken } = await redeem(consent, code)
  world.faults.push({ provider: 'microsoft', make })
  await expect(consent.refresh(refreshToken)).rejects.toMatchObject({ failure })
  expect(await consent.refresh(refreshToken)).toMatchObject({ accessToken: expect.any(String) })
})

test('F27: a token endpoint that never answers is given up after 30 seconds', async () => {
  const { consent } = await begin()
  world.faults.push({ provider: 'microsoft', make: 'silence' })
  await Promise.all([
    expect(consent.refresh('token')).rejects.toMatchObject({
      failure: 'unavailable',
      detail: 'timeout',
    }),
    virtualClock.advance(30_000),
  ])
})

test('a wrong secret is our fault, not the mailbox’s', async () => {
  const { consent, code } = await begin()
  const { refreshToken } = await redeem(consent, code)
  const wrong = openConsent({ clientSecret: 'wrong' })
  await expect(wrong.refresh(refreshToken)).rejects.toMatchObject({ failure: 'refused' })
})

test('there is nothing that could be given back, and that is no error', async () => {
  const { consent } = await begin()
  const before = world.record.requests.length
  await consent.revoke('token')
  expect(world.record.requests).toHaveLength(before)
})
