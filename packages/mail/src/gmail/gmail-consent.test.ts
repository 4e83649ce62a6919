import { SignJWT, exportSPKI, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFakeGoogle, allow, app, request } from './fake-google.ts'
import { createGmailConsent } from './gmail-consent.ts'
import { findIdentity } from './id-token.ts'

const modify = 'https://www.googleapis.com/auth/gmail.modify'

async function getCode(google: ReturnType<typeof createFakeGoogle>, untick: string[] = []) {
  const answer = await allow(google, google.consent.toUrl(request), { untick })
  return answer.searchParams.get('code') ?? ''
}

test('S8: the question asks for no more than we need, and only we can use the answer', () => {
  const url = new URL(createFakeGoogle().consent.toUrl({ ...request, loginHint: 'ann@own.test' }))
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

test('without another host, Google’s own are asked', () => {
  const { wire } = createFakeGoogle()
  const consent = createGmailConsent({ ...wire, ...app, oauthUrl: null })
  expect(consent.toUrl(request)).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/)
})

describe('redeeming', () => {
  test('R18: a grant names its subject, its address and its tokens', async () => {
    const google = createFakeGoogle()
    const redemption = await google.consent.redeem({ ...request, code: await getCode(google) })
    expect(redemption).toEqual({
      kind: 'granted',
      grant: {
        subject: google.store.owner.subject,
        address: 'ann@own.test',
        tokens: {
          accessToken: expect.any(String) as string,
          refreshToken: expect.any(String) as string,
          accessTokenExpiresAt: new Date(google.clock.now().getTime() + 3_599_000),
        },
      },
    })
  })

  test('a second consent gives a refresh token too', async () => {
    const google = createFakeGoogle()
    for (let consents = 0; consents < 2; consents++)
      expect(
        await google.consent.redeem({ ...request, code: await getCode(google) }),
      ).toMatchObject({ kind: 'granted' })
  })

  test('F24: a grant with something unticked is none of use, and says what there is to give back', async () => {
    const google = createFakeGoogle()
    const code = await getCode(google, [modify])
    const redemption = await google.consent.redeem({ ...request, code })
    expect(redemption).toMatchObject({
      kind: 'partial',
      grant: { subject: google.store.owner.subject },
    })
    if (redemption.kind !== 'partial' || !redemption.grant) throw new Error(redemption.kind)
    await google.consent.revoke(redemption.grant.tokens.refreshToken)
    expect(google.world.record.grantEnds).toMatchObject([{ mailbox: 'ann@own.test' }])
  })

  test.each([
    ['a code nobody gave', { code: '4/0nonsense' }],
    ['another verifier', { codeVerifier: 'b-verifier-of-at-least-forty-three-characters-0123' }],
  ])('S8: %s is invalid', async (_case, override) => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), ...override }
    expect(await google.consent.redeem(answer)).toEqual({ kind: 'invalid' })
  })

  test('S8: a code works once', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    expect(await google.consent.redeem(answer)).toMatchObject({ kind: 'granted' })
    expect(await google.consent.redeem(answer)).toEqual({ kind: 'invalid' })
  })

  test('S8: a code that is too old is invalid', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    await google.virtualClock.advance(11 * 60_000)
    expect(await google.consent.redeem(answer)).toEqual({ kind: 'invalid' })
  })

  test('S8: another sign-in’s nonce is invalid, and what was granted is given back', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), nonce: 'another' }
    expect(await google.consent.redeem(answer)).toEqual({ kind: 'invalid' })
    expect(google.world.record.grantEnds).toHaveLength(1)
  })

  test('S8: it is invalid, too, where Google does not take back what was granted', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google), nonce: 'another' }
    const match = ({ url }: Request) => url.includes('/revoke')
    google.world.faults.push({ provider: 'google', match, make: 'server-error', times: 10 })
    expect(await google.consent.redeem(answer)).toEqual({ kind: 'invalid' })
  })

  test('F21: when the keys cannot be had, the code is not used up', async () => {
    const google = createFakeGoogle()
    const answer = { ...request, code: await getCode(google) }
    const match = ({ url }: Request) => url.includes('/certs')
    google.world.faults.push({ provider: 'google', match, make: 'server-error', times: 10 })
    await expect(google.consent.redeem(answer)).rejects.toMatchObject({ failure: 'unavailable' })
    google.world.faults.clear()
    expect(await google.consent.redeem(answer)).toMatchObject({ kind: 'granted' })
  })

  test.each([
    ['server-error', 'unavailable'],
    ['cut', 'unavailable'],
    ['garbage', 'unavailable'],
    [{ status: 401, body: { error: 'invalid_client' } }, 'refused'],
    [{ status: 400, body: { error: 'redirect_uri_mismatch' } }, 'refused'],
    [{ status: 429, body: '' }, 'rate-limited'],
  ] as const)('%j is a failure: %s', async (make, failure) => {
    const google = createFakeGoogle()
    const code = await getCode(google)
    google.world.faults.push({ provider: 'google', make, times: 10 })
    await expect(google.consent.redeem({ ...request, code })).rejects.toMatchObject({ failure })
  })
})

describe('refreshing and revoking', () => {
  async function connect() {
    const google = createFakeGoogle()
    const redemption = await google.consent.redeem({ ...request, code: await getCode(google) })
    if (redemption.kind !== 'granted') throw new Error(redemption.kind)
    return { google, tokens: redemption.grant.tokens }
  }

  test('F23: a refresh keeps the refresh token, for Google gives no other', async () => {
    const { google, tokens } = await connect()
    const renewed = await google.consent.refresh(tokens.refreshToken)
    expect(renewed.refreshToken).toBe(tokens.refreshToken)
    expect(renewed.accessToken).not.toBe(tokens.accessToken)
  })

  test('F20: a grant that is gone is access revoked', async () => {
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
  ] as const)('F21: %j is %s', async (make, failure) => {
    const { google, tokens } = await connect()
    google.world.faults.push({ provider: 'google', make })
    await expect(google.consent.refresh(tokens.refreshToken)).rejects.toMatchObject({ failure })
  })

  test('a grant is given back, and a second time is no error', async () => {
    const { google, tokens } = await connect()
    google.world.faults.push({ provider: 'google', make: 'applied-then-500' })
    await google.consent.revoke(tokens.refreshToken)
    await google.consent.revoke(tokens.refreshToken)
    expect(google.world.record.grantEnds).toHaveLength(1)
  })
})

describe('S8: an id token', () => {
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

  test('of Google, for us and for this sign-in, names somebody', async () => {
    expect(await find(sign({}))).toEqual({ subject: '1', address: 'ann@own.test' })
    expect(await find(sign({ iss: 'accounts.google.com' }))).not.toBeNull()
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.test' }, {}],
    ['for another app', { aud: 'them' }, {}],
    ['of another sign-in', { nonce: 'm' }, {}],
    ['without a nonce', { nonce: undefined }, {}],
    ['of nobody', { sub: undefined }, {}],
    ['without an address', { email: undefined }, {}],
    ['that has expired', {}, { exp: issuedAt - 120 }],
    ['by an unknown key', {}, { kid: 'two' }],
  ])('%s names nobody', async (_case, claims, options) => {
    expect(await find(sign(claims, options))).toBeNull()
  })

  test('signed by somebody else, by nobody, or with our public key as a secret, names nobody', async () => {
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
