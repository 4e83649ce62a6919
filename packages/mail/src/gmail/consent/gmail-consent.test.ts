import { SignJWT, exportSPKI, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFakeGoogle, allow, app, request } from '../../testing/fake-google.ts'
import { createGmailConsent } from './gmail-consent.ts'
import { findIdentity } from './id-token.ts'

const modify = 'https://www.googleapis.com/auth/gmail.modify'

async function getCode(google: ReturnType<typeof createFakeGoogle>, untick: string[] = []) {
  const answer = await allow(google, google.consent.toAuthorizationUrl(request), { untick })
  return answer.searchParams.get('code') ?? ''
}

test('the authorization URL asks for the scopes we need, with PKCE', () => {
  const url = new URL(
    createFakeGoogle().consent.toAuthorizationUrl({ ...request, loginHint: 'ann@own.test' }),
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: request.redirectUrl,
    scope: `openid email ${modify}`,
    access_type: 'offline',
    prompt: 'consent',
    state: request.state,
    nonce: request.nonce,
    code_challenge: 'v70ixSDfoBEDrDZV-0YABusoh_Ajp_a66XlJlwBHynw',
    code_challenge_method: 'S256',
    login_hint: 'ann@own.test',
  })
})

test('asks which account to connect, unless a mailbox is connected again', () => {
  const { consent } = createFakeGoogle()
  const promptOf = (url: string) => new URL(url).searchParams.get('prompt')
  expect(promptOf(consent.toAuthorizationUrl(request))).toBe('select_account consent')
  const again = consent.toAuthorizationUrl({ ...request, loginHint: 'ann@own.test' })
  expect(promptOf(again)).toBe('consent')
})

test.each([
  ['access_denied', 'denied'],
  ['consent_required', 'denied'],
  ['server_error', 'failed'],
  ['<script>', 'failed'],
])('the error %s means %s', (error, refusal) => {
  expect(createFakeGoogle().consent.readRefusal({ error })).toBe(refusal)
})

test('uses Google’s own hosts by default', () => {
  const { transport } = createFakeGoogle()
  const consent = createGmailConsent({ ...transport, ...app, oauthUrl: null })
  expect(consent.toAuthorizationUrl(request)).toMatch(
    /^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/,
  )
})

describe('redeemCode', () => {
  test('a grant has the account id, the address and the tokens', async () => {
    const google = createFakeGoogle()
    const result = await google.consent.redeemCode({ ...request, code: await getCode(google) })
    expect(result).toEqual({
      kind: 'granted',
      grant: {
        providerAccountId: google.store.owner.subject,
        address: 'ann@own.test',
        tokens: {
          accessToken: expect.any(String) as string,
          refreshToken: expect.any(String) as string,
          accessTokenExpiresAt: new Date(google.clock.now().getTime() + 3_599_000),
        },
      },
    })
  })

  test('a second consent gives a refresh token again', async () => {
    const google = createFakeGoogle()
    for (let consents = 0; consents < 2; consents++)
      expect(
        await google.consent.redeemCode({ ...request, code: await getCode(google) }),
      ).toMatchObject({ kind: 'granted' })
  })

  test('with a scope unticked the consent is partial, and its grant can be revoked', async () => {
    const google = createFakeGoogle()
    const code = await getCode(google, [modify])
    const result = await google.consent.redeemCode({ ...request, code })
    expect(result).toMatchObject({
      kind: 'partial',
      grant: { providerAccountId: google.store.owner.subject },
    })
    if (result.kind !== 'partial' || !result.grant) throw new Error(result.kind)
    await google.consent.revoke(result.grant.tokens.refreshToken)
    expect(google.world.record.grantEnds).toMatchObject([{ mailbox: 'ann@own.test' }])
  })

  test.each([
    ['an unknown code', { code: '4/0nonsense' }],
    ['another verifier', { codeVerifier: 'b-verifier-of-at-least-forty-three-characters-0123' }],
  ])('%s is invalid', async (_case, override) => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), ...override }
    expect(await google.consent.redeemCode(answer)).toEqual({ kind: 'invalid' })
  })

  test('a code works once', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    expect(await google.consent.redeemCode(answer)).toMatchObject({ kind: 'granted' })
    expect(await google.consent.redeemCode(answer)).toEqual({ kind: 'invalid' })
  })

  test('an expired code is invalid', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    await google.virtualClock.advance(11 * 60_000)
    expect(await google.consent.redeemCode(answer)).toEqual({ kind: 'invalid' })
  })

  test('another nonce is invalid, and the grant is revoked', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), nonce: 'another' }
    expect(await google.consent.redeemCode(answer)).toEqual({ kind: 'invalid' })
    expect(google.world.record.grantEnds).toHaveLength(1)
  })

  test('another nonce is invalid even if the grant cannot be revoked', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), nonce: 'another' }
    const match = ({ url }: Request) => url.includes('/revoke')
    google.world.faults.push({ provider: 'google', match, effect: 'server-error', times: 10 })
    expect(await google.consent.redeemCode(answer)).toEqual({ kind: 'invalid' })
  })

  test('the code stays unused if the keys cannot be loaded', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    const match = ({ url }: Request) => url.includes('/certs')
    google.world.faults.push({ provider: 'google', match, effect: 'server-error', times: 10 })
    await expect(google.consent.redeemCode(answer)).rejects.toMatchObject({
      failure: 'unavailable',
    })
    google.world.faults.clear()
    expect(await google.consent.redeemCode(answer)).toMatchObject({ kind: 'granted' })
  })

  test.each([
    ['server-error', 'unavailable'],
    ['cut', 'unavailable'],
    ['garbage', 'unavailable'],
    [{ status: 401, body: { error: 'invalid_client' } }, 'refused'],
    [{ status: 400, body: { error: 'redirect_uri_mismatch' } }, 'refused'],
    [{ status: 429, body: '' }, 'rate-limited'],
  ] as const)('%j fails as %s', async (effect, failure) => {
    const google = createFakeGoogle()
    const code = await getCode(google)
    google.world.faults.push({ provider: 'google', effect, times: 10 })
    await expect(google.consent.redeemCode({ ...request, code })).rejects.toMatchObject({ failure })
  })
})

describe('refresh and revoke', () => {
  async function connect() {
    const google = createFakeGoogle()
    const result = await google.consent.redeemCode({ ...request, code: await getCode(google) })
    if (result.kind !== 'granted') throw new Error(result.kind)
    return { google, tokens: result.grant.tokens }
  }

  test('refresh keeps the refresh token, because Google sends no new one', async () => {
    const { google, tokens } = await connect()
    const renewed = await google.consent.refresh(tokens.refreshToken)
    expect(renewed.refreshToken).toBe(tokens.refreshToken)
    expect(renewed.accessToken).not.toBe(tokens.accessToken)
  })

  test('refresh fails as access-revoked after the grant ended', async () => {
    const { google, tokens } = await connect()
    google.store.endAccess('password-changed')
    await expect(google.consent.refresh(tokens.refreshToken)).rejects.toMatchObject({
      failure: 'access-revoked',
      detail: '400 invalid_grant',
    })
  })

  test.each([
    [{ status: 500, body: { error: 'internal_failure' } }, 'unavailable'],
    [{ status: 503, body: '<h1>Dear Ann</h1>' }, 'unavailable'],
    [{ status: 400, body: '<h1>Dear Ann</h1>' }, 'unavailable'],
    [{ status: 403, body: '' }, 'unavailable'],
    [{ status: 429, body: { error: 'rate_limit_exceeded' } }, 'rate-limited'],
    [{ status: 401, body: { error: 'invalid_client' } }, 'refused'],
    [{ status: 400, body: { error: 'admin_policy_enforced' } }, 'access-revoked'],
    [{ status: 200, body: {} }, 'unavailable'],
    [{ status: 200, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['cut', 'unavailable'],
  ] as const)('refresh with %j fails as %s', async (effect, failure) => {
    const { google, tokens } = await connect()
    google.world.faults.push({ provider: 'google', effect })
    await expect(google.consent.refresh(tokens.refreshToken)).rejects.toMatchObject({ failure })
  })

  test('revoke can be repeated', async () => {
    const { google, tokens } = await connect()
    google.world.faults.push({ provider: 'google', effect: 'applied-then-500' })
    await google.consent.revoke(tokens.refreshToken)
    await google.consent.revoke(tokens.refreshToken)
    expect(google.world.record.grantEnds).toHaveLength(1)
  })
})

describe('an id token', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const issuedAt = now.getTime() / 1000
  const good = { iss: 'https://accounts.google.com', aud: 'us', sub: '1', email: 'Ann@Own.Test' }
  let keys: CryptoKeyPair
  let certs: Record<string, string>

  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    certs = { one: await exportSPKI(keys.publicKey) }
  })

  function sign(claims: object, { kid = 'one', exp = issuedAt + 60, key = keys.privateKey } = {}) {
    return new SignJWT({ ...good, nonce: 'n', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuedAt(issuedAt)
      .setExpirationTime(exp)
      .sign(key)
  }

  const find = async (token: Promise<string> | string) =>
    findIdentity(await token, { certs, clientId: 'us', nonce: 'n', now })

  test('from Google, for us and for this sign-in is accepted', async () => {
    expect(await find(sign({}))).toEqual({
      providerAccountId: '1',
      address: 'ann@own.test',
      isAddressTrusted: false,
    })
    expect(await find(sign({ iss: 'accounts.google.com' }))).not.toBeNull()
  })

  test('without an address still names the person', async () => {
    expect(await find(sign({ email: undefined, email_verified: true, hd: 'own.test' }))).toEqual({
      providerAccountId: '1',
      address: '',
      isAddressTrusted: false,
    })
  })

  test.each([
    ['Google hosts it', { email_verified: true, hd: 'own.test' }, true],
    ['Google has not verified it', { email_verified: false, hd: 'own.test' }, false],
    ['the claim is text', { email_verified: 'true', hd: 'own.test' }, false],
    ['another host has it', { email_verified: true }, false],
  ])('whether the address is trusted: %s', async (_case, claims, isAddressTrusted) => {
    expect(await find(sign(claims))).toMatchObject({ isAddressTrusted })
  })

  test.each([
    ['from another issuer', { iss: 'https://evil.test' }, {}],
    ['for another app', { aud: 'them' }, {}],
    ['of another sign-in', { nonce: 'm' }, {}],
    ['without a nonce', { nonce: undefined }, {}],
    ['without a subject', { sub: undefined }, {}],
    ['that has expired', {}, { exp: issuedAt - 120 }],
    ['signed with an unknown key', {}, { kid: 'two' }],
  ])('%s is rejected', async (_case, claims, options) => {
    expect(await find(sign(claims, options))).toBeNull()
  })

  test('with another signature, none, or the public key as HMAC secret is rejected', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await find(sign({}, { key: privateKey }))).toBeNull()
    const [, payload] = (await sign({})).split('.')
    const none = Buffer.from('{"alg":"none","kid":"one"}').toString('base64url')
    expect(await find(`${none}.${payload}.`)).toBeNull()
    const secret = new TextEncoder().encode(certs['one'])
    const symmetric = new SignJWT({ ...good, nonce: 'n' })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setExpirationTime(issuedAt + 60)
      .sign(secret)
    expect(await find(symmetric)).toBeNull()
    expect(await find('nonsense')).toBeNull()
  })
})
