import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const demo = await openFakeApp({ metricsToken: 'a token' })
const headers = { host: '127.0.0.1:3000' }

test.each(['/', '/accounts?connected=1', '/nothing-here'])(
  'the page %s is redirected from another name of this machine to the public address',
  async (url) => {
    expect(await demo.request('GET', url, { headers })).toMatchObject({
      status: 307,
      headers: { location: `http://localhost:3000${url}` },
    })
    expect((await demo.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(307)
    expect(await demo.request('GET', url, { headers: { host: 'localhost:3000' } })).toMatchObject({
      status: 200,
    })
  },
)

test.each([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 404],
  ['GET', '/api/auth/me', 401],
  ['GET', '/api/gmail/callback', 302],
  ['POST', '/api/webhooks/gmail', 400],
  ['POST', '/api/auth/logout', 200],
  ['GET', '/dev/google/x', 200],
] as const)('%s %s is answered under any name', async (method, url, status) => {
  expect((await demo.request(method, url, { headers })).status).toBe(status)
})

test('a header that no proxy of ours sent does not choose the host', async () => {
  const forged = { ...headers, 'x-forwarded-host': 'localhost:3000' }
  expect((await demo.request('GET', '/', { headers: forged })).status).toBe(307)
})
