import type { FaultEffect } from '@doorman/simulators/world/faults'
import { secondMs } from '@doorman/domain/time'
import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, serviceEnv, toNetworkError } from '../../testing/fake-probes.ts'

const subjects = [
  'Google sign-in',
  'Google keys',
  'Gmail',
  'Gmail push',
  'Microsoft sign-in',
  'Microsoft Graph',
]

test('both providers accept our client and answer', async () => {
  const { all } = await diagnose(serviceEnv)
  const found = all.filter(({ subject }) => subjects.includes(subject))
  expect(found.map(({ subject, status }) => [subject, status])).toEqual(
    subjects.map((subject) => [subject, 'ok']),
  )
  expect(found.find(({ subject }) => subject === 'Gmail push')?.says).toContain(
    'projects/doorman/topics/gmail',
  )
})

test.each(['google', 'microsoft'])(
  'the report on %s names the redirect URIs for mailboxes and for signing in',
  async (provider) => {
    const subject = provider === 'google' ? 'Google sign-in' : 'Microsoft sign-in'
    const mail = provider === 'google' ? 'gmail' : 'microsoft'
    const [finding] = (await diagnose(serviceEnv)).of(subject)
    expect(finding?.says).toContain(`https://doorman.test/api/${mail}/callback`)
    expect(finding?.says).toContain(`https://doorman.test/api/auth/${provider}/callback`)
  },
)

test('the checks change nothing at the providers', async () => {
  const world = createFakeWorld()
  await diagnose(serviceEnv, world)
  expect(world.world.record).toMatchObject({ grantEnds: [], watchEnds: [] })
})

test.each([
  ['GOOGLE_CLIENT_ID', 'Google sign-in', '401 invalid_client'],
  ['GOOGLE_CLIENT_SECRET', 'Google sign-in', '401 invalid_client'],
  ['MICROSOFT_CLIENT_ID', 'Microsoft sign-in', 'AADSTS700016'],
  ['MICROSOFT_CLIENT_SECRET', 'Microsoft sign-in', 'AADSTS7000215'],
])('a wrong %s is reported with the redirect URL', async (name, subject, detail) => {
  const { of } = await diagnose({ ...serviceEnv, [name]: 'wrong' })
  expect(of(subject)).toMatchObject([
    {
      status: 'broken',
      says: expect.stringContaining(detail),
      advice: expect.stringMatching(/https:\/\/doorman\.test\/api\/(?:gmail|microsoft)\/callback/),
    },
  ])
})

const faults: [string, FaultEffect, string][] = [
  ['fails', 'server-error', 'it answers with status 50'],
  ['answers with garbage', 'garbage', 'unexpected answer'],
  ['closes the connection', 'cut', 'the connection was closed'],
  [
    'redirects',
    { status: 302, headers: { location: 'https://else.test' } },
    'redirects to another address',
  ],
]

test.each(faults)(
  'a sign-in that %s is broken, and no other check is affected',
  async (_name, effect, words) => {
    const world = createFakeWorld()
    const match = ({ url }: Request) =>
      url.includes('/token') || url.includes('openid-configuration')
    for (const provider of ['google', 'microsoft'] as const)
      world.world.faults.push({ provider, match, effect })
    const { all, of } = await diagnose(serviceEnv, world)
    expect(of('Google sign-in')[0]?.says).toContain(words)
    expect(of('Microsoft sign-in')[0]?.says).toContain(words)
    expect(all.filter(({ status }) => status === 'broken')).toHaveLength(2)
  },
)

test.each([
  [
    'answers without a token',
    async () => Response.json({ emailAddress: 'x' }),
    'answers with status 200 instead of 401',
  ],
  ['does not exist', () => Promise.reject(toNetworkError('ENOTFOUND')), 'no such host'],
  [
    'has an expired certificate',
    () => Promise.reject(toNetworkError('CERT_HAS_EXPIRED')),
    'the certificate has expired',
  ],
])('an API that %s is broken', async (_name, answer, words) => {
  const world = createFakeWorld()
  world.hosts.set('api.test', answer)
  const { of } = await diagnose(
    { ...serviceEnv, GMAIL_API_URL: 'https://api.test', GRAPH_API_URL: 'https://api.test' },
    world,
  )
  for (const subject of ['Gmail', 'Microsoft Graph'])
    expect(of(subject)).toMatchObject([
      { status: 'broken', says: expect.stringMatching(`^api\\.test.* ${words}`) },
    ])
})

test('a sign-in that accepts any code is reported as an emulator', async () => {
  const world = createFakeWorld()
  world.hosts.set('emulator.test', async () =>
    Response.json({ access_token: 'a', expires_in: 3600, scope: '' }),
  )
  const { of } = await diagnose({ ...serviceEnv, GOOGLE_OAUTH_URL: 'https://emulator.test' }, world)
  expect(of('Google sign-in')).toMatchObject([
    { status: 'look', says: expect.stringContaining('accepts any code') },
  ])
  expect(of('Google keys')).toMatchObject([{ status: 'broken' }])
})

test('a provider that is not set up is simulated in the demo and unavailable in a service', async () => {
  const withoutGoogle = {
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    GMAIL_PUBSUB_TOPIC: '',
    GMAIL_PUBSUB_ACCOUNT: '',
    GOOGLE_OAUTH_URL: '',
    GMAIL_API_URL: '',
  }
  expect((await diagnose({})).of('Google')).toMatchObject([{ status: 'off', says: 'simulated' }])
  expect((await diagnose({})).of('Microsoft')).toMatchObject([{ status: 'off', says: 'simulated' }])
  expect((await diagnose({ ...serviceEnv, ...withoutGoogle })).of('Google')).toMatchObject([
    { status: 'off', says: 'not set up: Gmail cannot be connected' },
  ])
})

test('Gmail without push is not broken', async () => {
  const withoutPush = { GMAIL_PUBSUB_TOPIC: '', GMAIL_PUBSUB_ACCOUNT: '' }
  const { of } = await diagnose({ ...serviceEnv, ...withoutPush })
  expect(of('Gmail push')).toMatchObject([{ status: 'off' }])
  expect(of('Google sign-in')).toHaveLength(1)
})

test.each([
  [{ ...serviceEnv, GMAIL_PUBSUB_TOPIC: '' }, 'Google', 'GMAIL_PUBSUB_TOPIC must be set'],
  [
    { ...serviceEnv, GMAIL_PUBSUB_TOPIC: 'gmail' },
    'Google',
    'GMAIL_PUBSUB_TOPIC: must have the form',
  ],
  [
    { ...serviceEnv, MICROSOFT_CLIENT_SECRET: '' },
    'Microsoft',
    'MICROSOFT_CLIENT_SECRET must be set',
  ],
])('a missing or invalid variable of a provider is named, case %#', async (env, subject, words) => {
  const { of } = await diagnose(env)
  expect(of(subject)).toMatchObject([{ status: 'broken', says: expect.stringContaining(words) }])
})

test.each([
  [0, 'ok', 'correct'],
  [90, 'look', '90 seconds ahead of this machine'],
  [-4000, 'broken', '4000 seconds behind this machine'],
])(
  'a provider clock that is %i seconds ahead is reported as %s',
  async (seconds, status, words) => {
    const world = createFakeWorld()
    const date = new Date(world.transport.clock.now().getTime() + seconds * secondMs).toUTCString()
    world.hosts.set(
      'graph.test',
      async () => new Response(null, { status: 401, headers: { date } }),
    )
    world.hosts.set(
      'google.test',
      async () => new Response(null, { status: 401, headers: { date } }),
    )
    const { of } = await diagnose(serviceEnv, world)
    expect(of('Clock')).toMatchObject([{ status, says: expect.stringContaining(words) }])
  },
)

test('without a provider the clock cannot be compared', async () => {
  expect((await diagnose({})).of('Clock')).toMatchObject([{ status: 'off' }])
})
