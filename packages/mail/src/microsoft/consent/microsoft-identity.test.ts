import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createFakeClock } from '../../testing/fake-clock.ts'
import {
  accept,
  addMailbox,
  app,
  fetchMicrosoft,
  loginUrl,
  request,
  virtualClock,
  world,
} from '../../testing/fake-microsoft.ts'
import { expect, test } from 'vitest'
import { createMicrosoftConsent } from './microsoft-consent.ts'
import { createMicrosoftIdentity } from './microsoft-identity.ts'

const clock = createFakeClock(virtualClock)
const open = () => createMicrosoftIdentity({ fetch: fetchMicrosoft, clock, loginUrl, ...app })

test('the authorization URL asks who the person is and nothing else, with PKCE', () => {
  const url = new URL(open().toAuthorizationUrl(request))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: app.clientId,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: request.redirectUrl,
    scope: 'openid profile email',
    prompt: 'select_account',
    state: request.state,
    nonce: request.nonce,
    code_challenge: 'v70ixSDfoBEDrDZV-0YABusoh_Ajp_a66XlJlwBHynw',
    code_challenge_method: 'S256',
  })
})

test('the sign-in page asks for no permission', async () => {
  addMailbox()
  const page = await (await fetchMicrosoft(open().toAuthorizationUrl(request))).text()
  expect(page).toContain('Pick an account')
  expect(page).not.toContain('Permissions requested')
})

test('a code tells who the person is, and the address that an organisation reports is not trusted', async () => {
  const [store, identities] = [addMailbox(), open()]
  const code = await accept(identities.toAuthorizationUrl(request), store)
  expect(await identities.redeemCode({ ...request, code })).toEqual({
    providerAccountId: expect.stringMatching(
      new RegExp(`^[\\da-f-]{36}\\.${store.owner.subject}$`),
    ),
    address: store.address,
    isAddressTrusted: false,
  })
})

test('a token without an address still names the person, but connects no mailbox', async () => {
  const signer = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(signer.publicKey)), kid: 'own', use: 'sig' }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const call = new Request(input, init)
    const answer = await fetchMicrosoft(call)
    if (call.url.endsWith('/keys')) return Response.json({ keys: [key] })
    if (!call.url.endsWith('/token')) return answer
    const body = (await answer.json()) as { id_token: string }
    const { email: _, preferred_username: __, ...claims } = decodeJwt(body.id_token)
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(signer.privateKey)
    return Response.json({ ...body, id_token })
  }
  const store = addMailbox()
  const identities = createMicrosoftIdentity({ fetch, clock, loginUrl, ...app })
  const code = await accept(identities.toAuthorizationUrl(request), store)
  expect(await identities.redeemCode({ ...request, code })).toEqual({
    providerAccountId: expect.stringContaining(store.owner.subject),
    address: '',
    isAddressTrusted: false,
  })
  const consent = createMicrosoftConsent({ fetch, clock, loginUrl, ...app })
  const consented = await accept(consent.toAuthorizationUrl(request), store)
  expect(await consent.redeemCode({ ...request, code: consented })).toEqual({ kind: 'invalid' })
})

test('the address of a personal account at Outlook is trusted', async () => {
  const identities = open()
  const store = world.addMailbox({
    provider: 'microsoft',
    address: 'ann@outlook.com',
    name: 'Ann',
  })
  const code = await accept(identities.toAuthorizationUrl(request), store)
  expect(await identities.redeemCode({ ...request, code })).toMatchObject({
    isAddressTrusted: true,
  })
})

test.each([
  ['an unknown code', { code: 'M.C5nonsense' }],
  ['another verifier', { codeVerifier: 'b-verifier-of-at-least-forty-three-characters-0123' }],
  ['the nonce of another sign-in', { nonce: 'another' }],
])('%s tells nothing', async (_case, override) => {
  const [store, identities] = [addMailbox(), open()]
  const code = await accept(identities.toAuthorizationUrl(request), store)
  expect(await identities.redeemCode({ ...request, code, ...override })).toBeNull()
})

test('a code works once', async () => {
  const [store, identities] = [addMailbox(), open()]
  const code = await accept(identities.toAuthorizationUrl(request), store)
  expect(await identities.redeemCode({ ...request, code })).not.toBeNull()
  expect(await identities.redeemCode({ ...request, code })).toBeNull()
})

test.each([
  ['server-error', 'unavailable'],
  ['cut', 'unavailable'],
  ['garbage', 'unavailable'],
] as const)('%j at the token endpoint fails as %s', async (effect, failure) => {
  const [store, identities] = [addMailbox(), open()]
  const code = await accept(identities.toAuthorizationUrl(request), store)
  const match = ({ url }: Request) => url.endsWith('/token')
  world.faults.push({ provider: 'microsoft', match, effect, times: 10 })
  await expect(identities.redeemCode({ ...request, code })).rejects.toMatchObject({ failure })
})
