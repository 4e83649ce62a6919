import type { FaultEffect } from '@doorman/simulators/world/faults'
import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, service, toNetworkError } from './fake-probes.ts'

const subjects = [
  'Google sign-in',
  'Google keys',
  'Gmail',
  'Gmail push',
  'Microsoft sign-in',
  'Microsoft Graph',
]

test('both providers know our client and answer', async () => {
  const { all } = await diagnose(service)
  const found = all.filter(({ subject }) => subjects.includes(subject))
  expect(found.map(({ subject, status }) => [subject, status])).toEqual(
    subjects.map((subject) => [subject, 'ok']),
  )
  expect(found.find(({ subject }) => subject === 'Gmail push')?.says).toContain(
    'projects/doorman/topics/gmail',
  )
})

test('asking changes nothing at the providers', async () => {
  const world = createFakeWorld()
  await diagnose(service, world)
  expect(world.world.record).toMatchObject({ grantEnds: [], watchEnds: [] })
})

test.each([
  ['GOOGLE_CLIENT_ID', 'Google sign-in', '401 invalid_client'],
  ['GOOGLE_CLIENT_SECRET', 'Google sign-in', '401 invalid_client'],
  ['MICROSOFT_CLIENT_ID', 'Microsoft sign-in', 'AADSTS700016'],
  ['MICROSOFT_CLIENT_SECRET', 'Microsoft sign-in', 'AADSTS7000215'],
])('a wrong %s is found out, and the redirect URL is named', async (name, subject, detail) => {
  const { of } = await diagnose({ ...service, [name]: 'wrong' })
  expect(of(subject)).toMatchObject([
    {
      status: 'broken',
      says: expect.stringContaining(detail),
      advice: expect.stringMatching(/https:\/\/doorman\.test\/api\/(?:gmail|microsoft)\/callback/),
    },
  ])
})

const dead: [string, FaultEffect, string][] = [
  ['breaks', 'server-error', 'it answers 50'],
  ['talks nonsense', 'garbage', 'it answers, but not as it should'],
  ['is cut off', 'cut', 'the connection was cut'],
  [
    'sends us elsewhere',
    { status: 302, headers: { location: 'https://else.test' } },
    'sends us elsewhere',
  ],
]

test.each(dead)(
  'a sign-in that %s is broken, and costs nobody else',
  async (_name, make, words) => {
    const world = createFakeWorld()
    const match = ({ url }: Request) =>
      url.includes('/token') || url.includes('openid-configuration')
    for (const provider of ['google', 'microsoft'] as const)
      world.world.faults.push({ provider, match, make })
    const { all, of } = await diagnose(service, world)
    expect(of('Google sign-in')[0]?.says).toContain(words)
    expect(of('Microsoft sign-in')[0]?.says).toContain(words)
    expect(all.filter(({ status }) => status === 'broken')).toHaveLength(2)
  },
)

test.each([
  [
    'answers everybody',
    async () => Response.json({ emailAddress: 'x' }),
    'answers 200 where it should ask who we are',
  ],
  ['is not there', () => Promise.reject(toNetworkError('ENOTFOUND')), 'there is no such host'],
  [
    'has a bad certificate',
    () => Promise.reject(toNetworkError('CERT_HAS_EXPIRED')),
    'its certificate has expired',
  ],
])('an API that %s', async (_name, answer, words) => {
  const world = createFakeWorld()
  world.hosts.set('api.test', answer)
  const { of } = await diagnose(
    { ...service, GMAIL_API_URL: 'https://api.test', GRAPH_API_URL: 'https://api.test' },
    world,
  )
  for (const subject of ['Gmail', 'Microsoft Graph'])
    expect(of(subject)).toMatchObject([
      { status: 'broken', says: expect.stringMatching(`^api\\.test.* ${words}`) },
    ])
})

test('what takes any code is a stand-in, and is told apart from a provider', async () => {
  const world = createFakeWorld()
  world.hosts.set('emulator.test', async () =>
    Response.json({ access_token: 'a', expires_in: 3600, scope: '' }),
  )
  const { of } = await diagnose({ ...service, GOOGLE_OAUTH_URL: 'https://emulator.test' }, world)
  expect(of('Google sign-in')).toMatchObject([
    { status: 'look', says: expect.stringContaining('takes any code') },
  ])
  expect(of('Google keys')).toMatchObject([{ status: 'broken' }])
})

test('what is not set up is simulated in the demo, and missing elsewhere', async () => {
  const none = {
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    GMAIL_PUBSUB_TOPIC: '',
    GMAIL_PUBSUB_ACCOUNT: '',
    GOOGLE_OAUTH_URL: '',
    GMAIL_API_URL: '',
  }
  expect((await diagnose({})).of('Google')).toMatchObject([{ status: 'off', says: 'simulated' }])
  expect((await diagnose({})).of('Microsoft')).toMatchObject([{ status: 'off', says: 'simulated' }])
  expect((await diagnose({ ...service, ...none })).of('Google')).toMatchObject([
    { status: 'off', says: 'not set up: nobody can connect Gmail' },
  ])
})

test.each([
  [{ ...service, GMAIL_PUBSUB_TOPIC: '' }, 'Google', 'GMAIL_PUBSUB_TOPIC must be set'],
  [{ ...service, GMAIL_PUBSUB_TOPIC: 'gmail' }, 'Google', 'GMAIL_PUBSUB_TOPIC: must be like'],
  [{ ...service, MICROSOFT_CLIENT_SECRET: '' }, 'Microsoft', 'MICROSOFT_CLIENT_SECRET must be set'],
])('half a provider names what is missing, case %#', async (env, subject, words) => {
  const { of } = await diagnose(env)
  expect(of(subject)).toMatchObject([{ status: 'broken', says: expect.stringContaining(words) }])
})

test.each([
  [0, 'ok', 'right'],
  [90, 'look', '90 seconds ahead of this machine'],
  [-4000, 'broken', '4000 seconds behind this machine'],
])('F74: a provider whose clock is %i seconds ahead', async (seconds, status, words) => {
  const world = createFakeWorld()
  const date = new Date(world.wire.clock.now().getTime() + seconds * 1000).toUTCString()
  world.hosts.set('graph.test', async () => new Response(null, { status: 401, headers: { date } }))
  world.hosts.set('google.test', async () => new Response(null, { status: 401, headers: { date } }))
  const { of } = await diagnose(service, world)
  expect(of('Clock')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test('where no provider answers, nobody knows what time it is', async () => {
  expect((await diagnose({})).of('Clock')).toMatchObject([{ status: 'off' }])
})
