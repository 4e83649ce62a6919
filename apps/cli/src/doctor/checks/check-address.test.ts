import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, serviceEnv, toNetworkError } from '../../testing/fake-probes.ts'

test('an address with TLS behind a trusted proxy is ok', async () => {
  const { of } = await diagnose(serviceEnv)
  expect(of('Address')).toMatchObject([
    { status: 'ok', says: 'https://doorman.test, served at localhost:3000' },
  ])
  expect(of('Front door')).toMatchObject([{ status: 'ok' }])
})

test.each([
  [{ PUBLIC_URL: '' }, 'broken', 'PUBLIC_URL must be set'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'look', 'works only on this machine'],
  [{ PUBLIC_URL: 'http://doorman.test' }, 'broken', 'must use https'],
  [{ PUBLIC_URL: 'https://doorman.test/mail' }, 'broken', 'must have no path'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'broken', 'trusts strangers'],
  [{ TRUST_PROXY: '' }, 'look', 'TRUST_PROXY is not set'],
  [{ PUBLIC_URL: 'doorman.test' }, 'broken', 'PUBLIC_URL: Invalid URL'],
])('%j is reported', async (change, status, words) => {
  const { of } = await diagnose({ ...serviceEnv, ...change })
  expect(of('Address')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test('a demo that other machines can reach is broken', async () => {
  const { of } = await diagnose({ HOST: '0.0.0.0' })
  expect(of('Address')).toMatchObject([
    {
      status: 'broken',
      says: expect.stringContaining('makes the demo reachable from other machines'),
    },
  ])
})

test.each([
  [
    'no server',
    () => Promise.reject(toNetworkError('ECONNREFUSED')),
    'off',
    'nothing listens there',
  ],
  ['another program', async () => Response.json({}), 'look', 'another program answers'],
  ['a page', async () => new Response('<h1>Welcome'), 'look', 'another program answers'],
  [
    'a redirect',
    async () => new Response(null, { status: 302, headers: { location: 'https://else.test' } }),
    'off',
    'redirects to another address',
  ],
])('the public address with %s is reported', async (_name, answer, status, words) => {
  const world = createFakeWorld()
  world.hosts.set('doorman.test', answer)
  const { of } = await diagnose(serviceEnv, world)
  expect(of('Front door')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})
