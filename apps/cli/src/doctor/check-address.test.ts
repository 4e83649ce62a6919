import { expect, test } from 'vitest'
import { createFakeWorld, diagnose, service, toNetworkError } from './fake-probes.ts'

test('an address with TLS, and a proxy that is known, is fine', async () => {
  const { of } = await diagnose(service)
  expect(of('Address')).toMatchObject([
    { status: 'ok', says: 'https://doorman.test, served at localhost:3000' },
  ])
  expect(of('Front door')).toMatchObject([{ status: 'ok' }])
})

test.each([
  [{ PUBLIC_URL: '' }, 'look', 'leads nowhere but here'],
  [{ PUBLIC_URL: 'http://doorman.test' }, 'broken', 'has no TLS'],
  [{ PUBLIC_URL: 'https://doorman.test/mail' }, 'broken', 'has a path'],
  [{ TRUST_PROXY: '' }, 'look', 'TRUST_PROXY is not set'],
  [{ PUBLIC_URL: 'doorman.test' }, 'broken', 'PUBLIC_URL: Invalid URL'],
])('%j is told', async (change, status, words) => {
  const { of } = await diagnose({ ...service, ...change })
  expect(of('Address')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})

test('a demo that is opened to others is broken', async () => {
  const { of } = await diagnose({ HOST: '0.0.0.0' })
  expect(of('Address')).toMatchObject([
    { status: 'broken', says: expect.stringContaining('opens the demo to others') },
  ])
})

test.each([
  ['nobody', () => Promise.reject(toNetworkError('ECONNREFUSED')), 'off', 'nobody listens there'],
  ['another program', async () => Response.json({}), 'look', 'answered by something else'],
  ['a page', async () => new Response('<h1>Welcome'), 'look', 'answered by something else'],
  [
    'a redirect',
    async () => new Response(null, { status: 302, headers: { location: 'https://else.test' } }),
    'off',
    'sends us elsewhere',
  ],
])('%s at the front door', async (_name, answer, status, words) => {
  const world = createFakeWorld()
  world.hosts.set('doorman.test', answer)
  const { of } = await diagnose(service, world)
  expect(of('Front door')).toMatchObject([{ status, says: expect.stringContaining(words) }])
})
