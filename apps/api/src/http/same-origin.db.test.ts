import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const demo = await openFakeApp()
const service = await openFakeApp({ publicUrl: 'https://doorman.test', isDemo: false })

/** DNS rebinding: a foreign name that points to this machine. The browser sees one origin. */
const rebound = {
  host: 'evil.test:3000',
  origin: 'http://evil.test:3000',
  'sec-fetch-site': 'same-origin',
}

test.each([
  ['GET', '/'],
  ['GET', '/dev/outbox'],
  ['GET', '/dev/google/x'],
  ['GET', '/api/auth/me'],
  ['GET', '/healthz'],
  ['POST', '/api/auth/logout'],
] as const)('the demo does not answer %s %s under a foreign name', async (method, url) => {
  expect(await demo.request(method, url, { headers: rebound })).toMatchObject({
    status: 403,
    body: { message: 'The demo answers at localhost only.' },
  })
})

test.each(['localhost.evil.test', '127.0.0.1.evil.test', 'evil.test:127', '[::2]:3000'])(
  'the host %j is a foreign name',
  async (host) => {
    expect((await demo.request('GET', '/', { headers: { host } })).status).toBe(403)
  },
)

test('a proxy header does not make a foreign name local', async () => {
  const headers = { ...rebound, 'x-forwarded-host': 'localhost' }
  expect((await demo.request('GET', '/', { headers })).status).toBe(403)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1:4000', '[::1]:3000', '[::1]'])(
  'the demo answers at %s, and its pages may change something',
  async (host) => {
    expect((await demo.request('GET', '/healthz', { headers: { host } })).status).toBe(200)
    const headers = { host, origin: `http://${host}` }
    expect((await demo.request('POST', '/api/auth/logout', { headers })).status).toBe(200)
  },
)

test.each([
  { host: 'evil.test', origin: 'https://evil.test' },
  { host: 'evil.test', origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
  { host: 'doorman.test', origin: 'http://doorman.test', 'sec-fetch-site': 'same-origin' },
  { host: 'doorman.test', origin: 'https://doorman.test:8443' },
  { host: 'doorman.test', origin: 'null', 'sec-fetch-site': 'same-origin' },
  { host: 'doorman.test', origin: 'https://doorman.test', 'sec-fetch-site': 'same-site' },
])('a service refuses changes from any origin but its public one: %j', async (headers) => {
  expect(await service.request('POST', '/api/auth/logout', { headers })).toMatchObject({
    status: 403,
    body: { message: 'This request came from another site.' },
  })
})

test('a service answers under any host name, such as the one its proxy uses', async () => {
  const headers = { host: '10.0.0.7:3000', origin: 'https://doorman.test' }
  expect((await service.request('POST', '/api/auth/logout', { headers })).status).toBe(200)
})
