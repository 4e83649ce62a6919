import { signToken } from '@doorman/simulators/google/signing'
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { app, createFakeGoogle, push } from './fake-google.ts'
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

function open() {
  const google = createFakeGoogle()
  const pubSub = createPubSub({
    ...google.wire,
    ...app,
    oauthUrl: google.baseUrl,
    audience: push.audience,
    pushAccount: push.serviceAccount,
  })
  const sign = async (changed: JWTPayload = {}) =>
    `Bearer ${await signToken({ ...claims, ...changed }, google.clock.now())}`
  const askedForKeys = () =>
    google.world.record.requests.filter(({ url }) => url === '/oauth2/v1/certs').length
  return { google, pubSub, sign, askedForKeys }
}

test('S14: what our own subscription has signed says which mailbox has news', async () => {
  const { pubSub, sign } = open()
  expect(await pubSub.listAddresses({ authorization: await sign(), body })).toEqual([
    'ann@own.test',
  ])
})

test.each<[string, JWTPayload]>([
  ['for another audience', { aud: 'https://elsewhere.test' }],
  ['for no audience', { aud: [] }],
  ['by another account', { email: 'push@evil.iam.gserviceaccount.com' }],
  ['by an address that nobody has verified', { email_verified: false }],
  ['by an address that is said to be verified in a word', { email_verified: 'true' }],
])('S14: a token made %s proves nothing', async (_case, changed) => {
  const { pubSub, sign } = open()
  expect(await pubSub.listAddresses({ authorization: await sign(changed), body })).toBe('unproven')
})

test('S14: a token of another issuer proves nothing', async () => {
  const { google, pubSub } = open()
  const { privateKey } = await generateKeyPair('RS256')
  const forged = await new SignJWT({ ...claims, iss: 'https://accounts.google.com' })
    .setProtectedHeader({ alg: 'RS256', kid: 'simulated-google-1' })
    .setIssuedAt(google.clock.now())
    .setExpirationTime(new Date(google.clock.now().getTime() + 3_600_000))
    .sign(privateKey)
  const authorization = `Bearer ${forged}`
  expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
})

test('S14: a token is good for an hour, and a minute of clocks that differ', async () => {
  const { google, pubSub, sign } = open()
  const authorization = await sign()
  await google.virtualClock.advance(3_600_000)
  expect(await pubSub.listAddresses({ authorization, body })).toEqual(['ann@own.test'])
  await google.virtualClock.advance(120_000)
  expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
})

test('S14: a token that was changed on the way proves nothing', async () => {
  const { pubSub, sign } = open()
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
  'S14: %j is no token, and nobody is asked about it',
  async (authorization) => {
    const { pubSub, askedForKeys } = open()
    expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
    expect(askedForKeys()).toBe(0)
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
])('what is signed and cannot be read (%j) is no news, and is not asked for again', async (odd) => {
  const { pubSub, sign } = open()
  expect(await pubSub.listAddresses({ authorization: await sign(), body: odd })).toEqual([])
})

test('L4: Google is asked for its keys once an hour, however much comes at once', async () => {
  const { google, pubSub, sign, askedForKeys } = open()
  const authorization = await sign()
  await Promise.all([1, 2, 3].map(() => pubSub.listAddresses({ authorization, body })))
  expect(askedForKeys()).toBe(1)
  await google.virtualClock.advance(3_600_000)
  await pubSub.listAddresses({ authorization: await sign(), body })
  expect(askedForKeys()).toBe(2)
})

test('a key with an unknown name is looked for, at most once a minute', async () => {
  const { google, pubSub, sign, askedForKeys } = open()
  await pubSub.listAddresses({ authorization: await sign(), body })
  const { privateKey } = await generateKeyPair('RS256')
  const authorization = `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'another' }).sign(privateKey)}`
  for (const afterMs of [0, 0, 60_000, 0, 0]) {
    await google.virtualClock.advance(afterMs)
    expect(await pubSub.listAddresses({ authorization, body })).toBe('unproven')
  }
  expect(askedForKeys()).toBe(2)
})

test('while Google’s keys cannot be had nothing is decided, and then they are asked for again', async () => {
  const { google, pubSub, sign } = open()
  const authorization = await sign()
  google.world.faults.push({ provider: 'google', make: 'server-error', times: 20 })
  await expect(pubSub.listAddresses({ authorization, body })).rejects.toMatchObject({
    failure: 'unavailable',
  })
  google.world.faults.clear()
  expect(await pubSub.listAddresses({ authorization, body })).toEqual(['ann@own.test'])
})
