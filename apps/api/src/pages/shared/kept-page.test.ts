import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressBest, toKeptPage, type KeptPage } from './kept-page.ts'

const nonce = 'abc'
const doors = Array.from({ length: 500 }, (_, index) => `<p>Door ${(index * 7919) % 1000}.</p>`)
const html = `<html><title>Tür 門</title><script nonce="abc">go()</script>${doors.join('')}</html>`

function toPage(changes: ResponseInit & { body?: string } = {}, previous?: KeptPage) {
  const { body = html, headers = { 'content-type': 'text/html; charset=utf-8' }, ...rest } = changes
  return toKeptPage(new Response(body, { headers, ...rest }), nonce, { previous, isSecure: false })
}

async function keep(changes?: Parameters<typeof toPage>[0], previous?: KeptPage) {
  const page = await toPage(changes, previous)
  if (page instanceof Response) throw new Error('The page is not kept')
  return page
}

const toBytes = (body: string) => Buffer.from(body, 'latin1')

function listHeaders({ headers }: KeptPage): Record<string, string> {
  const names = headers.filter((_entry, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [name, headers[2 * index + 1] ?? '']))
}

test('a page has the same content in every encoding, and no nonce', async () => {
  const page = await keep()
  const content = html.replace(' nonce="abc"', '')
  const quickBytes = page.bodies.br.length
  expect(toBytes(page.bodies.identity).toString()).toBe(content)
  expect(gunzipSync(toBytes(page.bodies.gzip)).toString()).toBe(content)
  expect(brotliDecompressSync(toBytes(page.bodies.br)).toString()).toBe(content)
  await compressBest(page)
  expect(brotliDecompressSync(toBytes(page.bodies.br)).toString()).toBe(content)
  expect(page.bodies.br.length).toBeLessThan(quickBytes)
})

test('the policy allows the scripts by hash and no nonce', async () => {
  const headers = listHeaders(await keep())
  expect(headers['content-security-policy']).toMatch(
    /; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self';/,
  )
})

test('Cache-Control of the route is kept apart, because it is sent once for each visitor', async () => {
  const headers = { 'content-type': 'text/html', 'cache-control': 'no-store' }
  const page = await keep({ headers })
  expect(page.caching).toBe('no-store')
  expect(page.headers).not.toContain('cache-control')
})

test('only a page that exists has an ETag', async () => {
  expect(listHeaders(await keep())).toMatchObject({
    vary: 'accept-encoding, cookie',
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
  })
  expect((await keep({ status: 404 })).headers).not.toContain('etag')
})

test('a feed keeps its own policy', async () => {
  const headers = { 'content-type': 'application/xml', 'content-security-policy': 'none' }
  const feed = await keep({ body: '<a nonce="abc"/>', headers })
  expect(listHeaders(feed)['content-security-policy']).toBe('none')
  expect(toBytes(feed.bodies.identity).toString()).toBe('<a nonce="abc"/>')
})

test('the same content is not compressed again', async () => {
  const first = await keep()
  expect((await keep({}, first)).bodies).toBe(first.bodies)
  expect((await keep({ body: 'other' }, first)).bodies).not.toBe(first.bodies)
})

test.each([
  { status: 500 },
  { status: 503 },
  { status: 429 },
  { status: 301, headers: { location: '/elsewhere', 'content-type': 'text/html' } },
  { headers: { 'content-type': 'text/html', 'set-cookie': 'a=1' } },
  { headers: { 'content-type': 'text/x-script' } },
  { body: '<p>abc</p>' },
])('a response with %j is not kept and stays as it is', async (changes) => {
  const response = await toPage(changes)
  expect(response).toBeInstanceOf(Response)
  expect(response.status).toBe('status' in changes ? changes.status : 200)
  const text = response instanceof Response ? await response.text() : null
  expect(text).toBe(changes.body ?? html)
})
