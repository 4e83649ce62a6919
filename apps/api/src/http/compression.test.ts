import Fastify from 'fastify'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressResponses, mayCompress } from './compression.ts'

const long = 'Cold outreach stays in the lobby. '.repeat(200)

async function request(headers: Record<string, string>) {
  const app = Fastify()
  await compressResponses(app)
  app.get('/page', async (_request, reply) =>
    reply.send(new Response(long, { status: 404, headers: { 'content-type': 'text/html' } })),
  )
  app.get('/short', async () => ({ status: 'ok' }))
  const answer = await app.inject({ url: headers['path'] ?? '/page', headers })
  await app.close()
  return answer
}

test('a compressed page has the same content', async () => {
  const answer = await request({ 'accept-encoding': 'gzip, br' })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(long)
})

test('short responses, and clients that don’t accept compression, get plain responses', async () => {
  expect((await request({})).body).toBe(long)
  const short = await request({ 'accept-encoding': 'br', path: '/short' })
  expect(short.headers['content-encoding']).toBeUndefined()
})

test.each([
  [true, {}],
  [true, { 'sec-fetch-site': 'cross-site' }],
  [true, { cookie: 'a=1', 'sec-fetch-site': 'same-origin' }],
  [true, { cookie: 'a=1', 'sec-fetch-site': 'none' }],
  [false, { cookie: 'a=1', 'sec-fetch-site': 'cross-site' }],
  [false, { cookie: 'a=1', 'sec-fetch-site': 'same-site' }],
  [false, { cookie: 'a=1' }],
])('mayCompress is %s for a request with %j (BREACH)', (may, headers) => {
  expect(mayCompress({ headers })).toBe(may)
})
