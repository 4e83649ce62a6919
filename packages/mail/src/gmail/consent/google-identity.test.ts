import { expect, test } from 'vitest'
import { allow, app, createFakeGoogle, request } from '../../testing/fake-google.ts'
import { createGoogleIdentity } from './google-identity.ts'

function setUp(options: { clientId?: string } = {}) {
  const google = createFakeGoogle()
  const { transport, baseUrl } = google
  const identities = createGoogleIdentity({ ...transport, ...app, ...options, oauthUrl: baseUrl })
  return { google, identities }
}

async function getCode({ google, identities }: ReturnType<typeof setUp>): Promise<string> {
  const callback = await allow(google, identities.toAuthorizationUrl(request))
  return callback.searchParams.get('code') ?? ''
}

test('the authorization URL asks who the person is and nothing else, with PKCE', () => {
  const url = new URL(setUp().identities.toAuthorizationUrl(request))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: request.redirectUrl,
    scope: 'openid email',
    prompt: 'select_account',
    state: request.state,
    nonce: request.nonce,
    code_challenge: 'v70ixSDfoBEDrDZV-0YABusoh_Ajp_a66XlJlwBHynw',
    code_challenge_method: 'S256',
  })
})

test('the sign-in page asks for no access to mail', async () => {
  const { google, identities } = setUp()
  const page = await (await google.fetch(identities.toAuthorizationUrl(request))).text()
  expect(page).toContain('Sign in to Doorman')
  expect(page).not.toContain('name="scope"')
})

test('a code tells who the person is', async () => {
  const world = setUp()
  expect(await world.identities.redeemCode({ ...request, code: await getCode(world) })).toEqual({
    providerAccountId: world.google.store.owner.subject,
    address: 'ann@own.test',
    isAddressTrusted: true,
  })
})

test.each([
  ['an unknown code', { code: '4/0nonsense' }],
  ['another verifier', { codeVerifier: 'b-verifier-of-at-least-forty-three-characters-0123' }],
  ['the nonce of another sign-in', { nonce: 'another' }],
])('%s tells nothing', async (_case, override) => {
  const world = setUp()
  const answer = { ...request, code: await getCode(world), ...override }
  expect(await world.identities.redeemCode(answer)).toBeNull()
})

test('a code works once', async () => {
  const world = setUp()
  const answer = { ...request, code: await getCode(world) }
  expect(await world.identities.redeemCode(answer)).not.toBeNull()
  expect(await world.identities.redeemCode(answer)).toBeNull()
})

test('a token without an identity tells nothing', async () => {
  const world = setUp()
  const code = await getCode(world)
  const match = ({ url }: Request) => url.endsWith('/token')
  const effect = { status: 200, body: { access_token: 'a', expires_in: 3600 } }
  world.google.world.faults.push({ provider: 'google', match, effect })
  expect(await world.identities.redeemCode({ ...request, code })).toBeNull()
})

test('signing in ends no access to a connected mailbox, not even after another nonce', async () => {
  const world = setUp()
  const { google, identities } = world
  const callback = await allow(google, google.consent.toAuthorizationUrl(request))
  const code = callback.searchParams.get('code') ?? ''
  const granted = await google.consent.redeemCode({ ...request, code })
  if (granted.kind !== 'granted') throw new Error(granted.kind)
  await identities.redeemCode({ ...request, code: await getCode(world) })
  await identities.redeemCode({ ...request, code: await getCode(world), nonce: 'another' })
  expect(google.world.record.grantEnds).toEqual([])
  await expect(google.consent.refresh(granted.grant.tokens.refreshToken)).resolves.toBeDefined()
})

test.each([
  ['server-error', 'unavailable'],
  ['cut', 'unavailable'],
  ['garbage', 'unavailable'],
  [{ status: 400, body: { error: 'redirect_uri_mismatch' } }, 'refused'],
  [{ status: 429, body: '' }, 'rate-limited'],
] as const)('%j at the token endpoint fails as %s', async (effect, failure) => {
  const world = setUp()
  const answer = { ...request, code: await getCode(world) }
  const match = ({ url }: Request) => url.endsWith('/token')
  world.google.world.faults.push({ provider: 'google', match, effect, times: 10 })
  await expect(world.identities.redeemCode(answer)).rejects.toMatchObject({ failure })
})
