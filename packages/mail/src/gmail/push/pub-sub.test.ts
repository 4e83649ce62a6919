import { signToken } from '@doorman/simulators/google/oauth/signing'
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { app, createFakeGoogle, push } from '../../testing/fake-google.ts'
import { createPubSub } from './pub-sub.ts'

const claims = {
  aud: push.audience,
  sub: '113774264463038321964',
  email: push.serviceAccount,
  email_verified: true,
}
const body = toBody('{"emailAddress":"Ann@own.test","historyId":9300000000000000001}')

function toBody(data: string): string {
  return JSON.stringify({ message: { data: Buffer.from(data).toString('base64') } })
}

function setUp() {
  const google = createFakeGoogle()
  const pubSub = createPubSub({
    ...google.transport,
    ...app,
    oauthUrl: google.baseUrl,
    audience: push.audience,
    pushAccount: push.serviceAccount,
  })
  const sign = async (changed: JWTPayload = {}) =>
    `Bearer ${await signToken({ ...claims, ...changed }, google.clock.now())}`
  const countKeyRequests = () =>
    google.world.record.requests.filter(({ url }) => url === '/oauth2/v1/certs').length
  return { google, pubSub, sign, countKeyRequests }
}

test('returns the address from a request that our own subscription signed', async () => {
  const { pubSub, sign } = setUp()
  expect(await pubSub.listAddresses({ authorization: await sign(), body })).toEqual([
    'ann@own.test',
  ])
})

test.each<[string, JWTPayload]>([
  ['for another audience', { aud: 'https://elsewhere.test' }],
  ['for no audience', { aud: [] }],
  ['by another service account', { email: 'push@evil.iam.gserviceaccount.com' }],
  ['by an unverified address', { email_verified: false }],
  ['with "true" as text instead of true', { email_verified: 'true' }],
])('rejects a token made %s', async (_case, changed) => {
  const { pubSub, sign } = setUp()
  expect(await pubSub.listAddresses({ authorization: await sign(changed), body })).toBe('unproven')
})

test('rejects a token signed with another key', async () => {
  const { google, pubSub } = setUp()
  const { privateKey } = await generateKeyPair('RS256')
  const forged = await new SignJWT({ ...claims, iss: 'https://accounts.google.com' })
    .setProtectedHeader({ alg: 'RS256', kid: 'simulated-google-1' })
    .setIssuedAt(google.clock.now())
    .setExpirationTime(new Date(google.clock.now().getTime() + 3_600_000))
    .sign(privateKey)
  const authorization = `Bearer ${forged}`
  expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
})

test('accepts a token for its hour and one minute of clock skew', async () => {
  const { google, pubSub, sign } = setUp()
  const authorization = await sign()
  await google.virtualClock.advance(3_600_000)
  expect(await pubSub.listAddresses({ authorization, body })).toEqual(['ann@own.test'])
  await google.virtualClock.advance(120_000)
  expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
})

test('rejects a token that was altered or is unsigned', async () => {
  const { pubSub, sign } = setUp()
  const [head = '', payload = '', signature = ''] = (await sign()).split('.')
  const changed = Buffer.from(
    Buffer.from(payload, 'base64url').toString().replace(push.audience, 'x'),
  ).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none","kid":"simulated-google-1"}').toString('base64url')
  for (const authorization of [
    `${head}.${changed}.${signature}`,
    `Bearer ${unsigned}.${payload}.`,
    `Bearer ${unsigned}.${payload}.${signature}`,
  ])
    expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
})

test.each([undefined, '', 'Bearer', 'Bearer x', 'Basic a.b.c', `Bearer ${'a.'.repeat(10_000)}`])(
  'rejects %j without loading keys',
  async (authorization) => {
    const { pubSub, countKeyRequests } = setUp()
    expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
    expect(countKeyRequests()).toBe(0)
  },
)

test.each([
  '',
  'null',
  '{}',
  '{"message":null}',
  '{"message":{"data":7}}',
  toBody('no json'),
  toBody('null'),
  toBody('{"emailAddress":7}'),
])('accepts a signed but unreadable body (%j) as empty', async (odd) => {
  const { pubSub, sign } = setUp()
  expect(await pubSub.listAddresses({ authorization: await sign(), body: odd })).toEqual([])
})

test('loads the keys once an hour, even with concurrent requests', async () => {
  const { google, pubSub, sign, countKeyRequests } = setUp()
  const authorization = await sign()
  await Promise.all([1, 2, 3].map(() => pubSub.listAddresses({ authorization, body })))
  expect(countKeyRequests()).toBe(1)
  await google.virtualClock.advance(3_600_000)
  await pubSub.listAddresses({ authorization: await sign(), body })
  expect(countKeyRequests()).toBe(2)
})

test('reloads the keys for an unknown key id, at most once a minute', async () => {
  const { google, pubSub, sign, countKeyRequests } = setUp()
  await pubSub.listAddresses({ authorization: await sign(), body })
  const { privateKey } = await generateKeyPair('RS256')
  const authorization = `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'another' }).sign(privateKey)}`
  for (const afterMs of [0, 0, 60_000, 0, 0]) {
    await google.virtualClock.advance(afterMs)
    expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
  }
  expect(countKeyRequests()).toBe(2)
})

test('fails while the keys cannot be loaded, and recovers', async () => {
  const { google, pubSub, sign } = setUp()
  const authorization = await sign()
  google.world.faults.push({ provider: 'google', effect: 'server-error', times: 20 })
  await expect(pubSub.listAddresses({ authorization, body })).rejects.toMatchObject({
    failure: 'unavailable',
  })
  google.world.faults.clear()
  expect(await pubSub.listAddresses({ authorization, body })).toEqual(['ann@own.test'])
})
