import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createKeepAliveFetch } from './keep-alive-fetch.ts'
import { limitedFetch } from './limited-fetch.ts'

const { signal } = new AbortController()

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  let connections = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/path?q=%20`, countConnections: () => connections, close }
}

test('sends the method, the headers and the body, and reads the answer', async () => {
  const { url } = await serve(async (request, response) => {
    const { method, url: path, headers } = request
    response.writeHead(201, { 'retry-after': '7' })
    response.end(
      JSON.stringify({ method, path, header: headers['prefer'], body: await text(request) }),
    )
  })
  const response = await limitedFetch(createKeepAliveFetch(), url, {
    signal,
    method: 'PATCH',
    headers: { prefer: 'a thing' },
    body: '{"name":"Grüße"}',
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(response.headers.get('location')).toBeNull()
  expect(JSON.parse(response.text)).toEqual({
    method: 'PATCH',
    path: '/path?q=%20',
    header: 'a thing',
    body: '{"name":"Grüße"}',
  })
})

test('many calls one after the other share a connection', async () => {
  const { url, countConnections } = await serve((_request, response) => response.end('{}'))
  const fetch = createKeepAliveFetch()
  for (let count = 0; count < 20; count++) await limitedFetch(fetch, url, { signal })
  expect(countConnections()).toBe(1)
})

test('stops at the limit, and the next call works', async () => {
  const { url } = await serve(({ url: path }, response) => {
    if (path === '/small') return void response.end('{}')
    const fill = () => {
      while (!response.closed && response.write(Buffer.alloc(64 * 1024))) continue
    }
    response.on('drain', fill)
    fill()
  })
  const fetch = createKeepAliveFetch()
  await expect(limitedFetch(fetch, url, { signal, maxBytes: 1000 })).rejects.toMatchObject({
    failure: 'too-large',
  })
  const small = new URL('/small', url).href
  expect((await limitedFetch(fetch, small, { signal })).text).toBe('{}')
})

test('refuses a compressed answer, which could expand without limit', async () => {
  const { url } = await serve((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(Buffer.alloc(1024 * 1024)))
  })
  await expect(limitedFetch(createKeepAliveFetch(), url, { signal })).rejects.toMatchObject({
    failure: 'unavailable',
    detail: 'COMPRESSED',
  })
})

test('asks for no compression', async () => {
  const { url } = await serve(({ headers }, response) => response.end(headers['accept-encoding']))
  expect((await limitedFetch(createKeepAliveFetch(), url, { signal })).text).toBe('identity')
})

test.each(['/silence', '/midway'])('ends a call that is aborted at %s', async (path) => {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('stopped'))
  const { url } = await serve((_request, response) => {
    if (path === '/midway') response.write('half of it', abort)
    else abort()
  })
  const pending = limitedFetch(createKeepAliveFetch(), new URL(path, url).href, {
    signal: controller.signal,
    method: 'POST',
  })
  await expect(pending).rejects.toMatchObject({ failure: 'unavailable', mayHaveHappened: true })
})

test('a connection that breaks midway is a failure, not a short answer', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half of it', () => response.destroy())
  })
  const pending = limitedFetch(createKeepAliveFetch(), url, { signal, method: 'POST' })
  await expect(pending).rejects.toMatchObject({ failure: 'unavailable', mayHaveHappened: true })
})

test('a write to an unreachable host certainly did not happen', async () => {
  const { url, close } = await serve((_request, response) => response.end())
  await close()
  const pending = limitedFetch(createKeepAliveFetch(), url, { signal, method: 'POST' })
  await expect(pending).rejects.toMatchObject({
    failure: 'unavailable',
    detail: 'ECONNREFUSED',
    mayHaveHappened: false,
  })
})
