import { afterAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '@doorman/db/testing/database-proxy'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { simulatePayments } from '@doorman/services/testing/fake-billing'
import { openFakeApp } from '../testing/fake-app.ts'

const proxy = await openDatabaseProxy(await createTestDatabase())
afterAll(() => proxy.close())
const { payments, sign } = simulatePayments(new Date())
const { app, request, expectError } = await openFakeApp({
  payments,
  databaseUrl: proxy.url,
})

test('while the database is down the API responds 503 with Retry-After, and it recovers by itself', async () => {
  expectError('job-queue-failed')
  const body = { email: 'ann@example.com', password: 'correct horse battery' }
  const { cookie } = await request('POST', '/api/auth/register', { body })
  const notifications = [{ of: { address: 'ann@mail.test' }, endsPush: false }]
  const headers = { authorization: 'proven' }
  const sendPush = () => request('POST', '/api/webhooks/gmail', { body: notifications, headers })
  const event = sign({ id: 'evt_1', object: 'event', livemode: false, data: { object: {} } })
  const sendEvent = async () =>
    app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'stripe-signature': event.signature },
      body: event.body,
    })
  const me = () => request('GET', '/api/auth/me', { cookie })
  expect((await me()).status).toBe(200)

  proxy.cut()
  expect(await me()).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'Doorman is briefly unavailable. Please try again.' },
    headers: { 'retry-after': '2' },
  })
  expect((await request('POST', '/api/auth/login', { body })).status).toBe(503)
  expect((await sendPush()).status).toBe(503)
  expect((await sendEvent()).statusCode).toBe(503)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/accuracy')).statusCode).toBe(200)

  proxy.restore()
  expect((await me()).status).toBe(200)
  expect((await sendPush()).status).toBe(204)
  expect((await sendEvent()).statusCode).toBe(204)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})
