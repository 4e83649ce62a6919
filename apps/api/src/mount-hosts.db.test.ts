import { expect, test } from 'vitest'
import { openFakeApp } from './fake-app.ts'

const { app, ask } = await openFakeApp()

test('a host is asked as if it had no prefix, with query and body as they came', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/dev/google/token?a=1&a=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'code=x%20y',
  })
  expect(answer.json()).toEqual({
    method: 'POST',
    url: 'http://localhost:3000/token?a=1&a=2',
    body: 'code=x%20y',
  })
})

test.each(['GET', 'PATCH', 'DELETE'] as const)(
  '%s without a body reaches it too',
  async (method) => {
    expect((await ask(method, '/dev/google/v1.0/me')).body).toMatchObject({ method, body: '' })
  },
)

test('JSON is its own to read, malformed or not', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/dev/google/x',
    headers: { 'content-type': 'application/json' },
    payload: '{"half":',
  })
  expect(answer.json()).toMatchObject({ body: '{"half":' })
})

test('nobody else is reached through it', async () => {
  expect((await ask('POST', '/dev/elsewhere/x')).status).toBe(404)
})

test('a host is found without the last slash too', async () => {
  expect(await ask('GET', '/dev/google')).toMatchObject({
    status: 302,
    headers: { location: '/dev/google/' },
  })
})
