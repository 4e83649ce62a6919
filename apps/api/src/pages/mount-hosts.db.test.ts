import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { app, request } = await openFakeApp()

test('a host gets the path without its prefix, with query and body unchanged', async () => {
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
  '%s without a body reaches the host',
  async (method) => {
    expect((await request(method, '/dev/google/v1.0/me')).body).toMatchObject({ method, body: '' })
  },
)

test('the host gets JSON bodies unparsed, even malformed ones', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/dev/google/x',
    headers: { 'content-type': 'application/json' },
    payload: '{"half":',
  })
  expect(answer.json()).toMatchObject({ body: '{"half":' })
})

test('paths outside the prefix do not reach the host', async () => {
  expect((await request('POST', '/dev/elsewhere/x')).status).toBe(404)
})

test('a host is reached without the trailing slash', async () => {
  expect(await request('GET', '/dev/google')).toMatchObject({
    status: 302,
    headers: { location: '/dev/google/' },
  })
})
