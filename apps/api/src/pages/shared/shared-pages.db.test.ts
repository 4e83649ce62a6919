import { authors, categories, posts, settings } from '@doorman/db/schema'
import { minuteMs } from '@doorman/domain/time'
import { importArticles } from '@doorman/services/blog/import-articles'
import { fakeArticle, fakeLibrary } from '@doorman/services/testing/fake-library'
import { setAdmin } from '@doorman/services/users/set-admin'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openFakeApp } from '../../testing/fake-app.ts'
import type { Pages } from '../mount-pages.ts'

type Render = Pages['web']['handle']

let renders = 0
/** Shows everything that a page could know of its visitor, and the articles. */
const renderAll: Render = async (request, { nonce, requestId, fetch, asksConsent }) => {
  renders += 1
  const { pathname, search } = new URL(request.url)
  if (pathname === '/blog/failed') return new Response(requestId, { status: 500 })
  if (pathname === '/blog/moved') return Response.redirect(new URL('/blog', request.url), 301)
  const own = { headers: { cookie: request.headers.get('cookie') ?? '' } }
  const list = await fetch('/api/blog/posts', own)
  const { status } = await fetch('/api/auth/me', own)
  const headers = JSON.stringify([...request.headers])
  return new Response(
    `<head><script nonce="${nonce}">start()</script></head><body>${pathname}${search} ${headers} session:${status} bar:${asksConsent} ${await list.text()}</body>`,
    { status: pathname === '/nothing' ? 404 : 200, headers: { 'content-type': 'text/html' } },
  )
}
let render = renderAll
const { app, ctx, request, advance, liveUpdates } = await openFakeApp({
  renderPage: (...visit) => render(...visit),
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: 'localhost:3000', ...headers } })
const textAt = async (url: string, headers?: Record<string, string>) =>
  (await get(url, headers)).body

const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
let session = ''
beforeAll(async () => {
  await importArticles(ctx, fakeLibrary([fakeArticle({ slug: 'doors', title: 'Doors' })]))
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  session = (await request('POST', '/api/auth/login', { body: credentials })).cookie ?? ''
  // Watches from here on, so that no test gets an announcement of the changes above.
  await announced(async () => liveUpdates.watchSite(() => onAnnouncement()))
})
beforeEach(() => {
  renders = 0
  render = renderAll
})

let onAnnouncement = () => {}
/** Waits until this process has heard of a change. */
async function announced(change: () => Promise<unknown>): Promise<void> {
  const heard = new Promise<void>((resolve) => (onAnnouncement = resolve))
  await change()
  await heard
}

test('a page is rendered once for all visitors without a session', async () => {
  const pages = await Promise.all(Array.from({ length: 5 }, () => textAt('/')))
  pages.push(await textAt('/', { cookie: 'a=1', 'user-agent': 'other' }))
  pages.push(await textAt('/?utm_source=letter'))
  expect(new Set(pages).size).toBe(1)
  expect(renders).toBe(1)
})

test('nothing of the visitor who came first is in the page', async () => {
  const page = await textAt('/privacy-policy?utm_source=Ann', {
    cookie: 'sidebar_state=false',
    referer: 'https://secret.example',
    'x-forwarded-for': '203.0.113.1',
  })
  expect(page).toMatch(/\/privacy-policy \[\] session:401/)
})

test('a visitor with a session never gets a shared page, and others never get theirs', async () => {
  const own = await get('/accuracy', { cookie: session })
  expect(own.body).toContain('session:200')
  expect(own.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
  expect(own.headers).not.toHaveProperty('etag')
  const shared = await get('/accuracy')
  expect(shared.body).toContain('session:401')
  const again = await get('/accuracy', {
    cookie: session,
    'if-none-match': String(shared.headers['etag']),
  })
  expect([again.statusCode, again.body.includes('session:200')]).toEqual([200, true])
  // A cookie of an ended session counts, too: the server decides by the cookie's name alone.
  expect(await textAt('/accuracy', { cookie: 'x=1; __Host-doorman.session=y' })).toContain(
    'doorman.session',
  )
})

test.each(['/?error=denied', '/login?next=%2Fbilling', '/blog?q=doors', '/restore?token=secret'])(
  '%s is rendered for each visitor',
  async (url) => {
    expect(await textAt(url, { 'user-agent': 'one' })).toContain('"one"')
    expect(await textAt(url, { 'user-agent': 'two' })).toContain('"two"')
  },
)

test('errors and redirects are not kept, and an error names the visitor’s own request', async () => {
  const answers = await Promise.all([get('/blog/failed'), get('/blog/failed')])
  for (const { statusCode, body, headers } of answers)
    expect([statusCode, body]).toEqual([500, headers['x-request-id']])
  for (const { statusCode, headers } of [await get('/blog/moved'), await get('/blog/moved')])
    expect([statusCode, headers['location']]).toEqual([301, 'http://localhost:3000/blog'])
  expect(renders).toBe(4)
})

test('a page that sets a cookie is not kept', async () => {
  render = async () => {
    renders += 1
    return new Response('x', { headers: { 'set-cookie': 'a=1', 'content-type': 'text/html' } })
  }
  for (const { headers } of [await get('/register'), await get('/register')])
    expect(headers).toMatchObject({ 'set-cookie': 'a=1', 'cache-control': 'private, no-cache' })
  expect(renders).toBe(2)
})

test('a page that doesn’t exist is kept for visitors without cookies, and no cache may keep it', async () => {
  for (const { statusCode, headers } of [await get('/nothing'), await get('/nothing')]) {
    expect([statusCode, headers['cache-control']]).toEqual([404, 'private, no-cache'])
    expect(headers).not.toHaveProperty('etag')
  }
  expect(renders).toBe(1)
  expect((await get('/nothing', { 'if-none-match': '*' })).statusCode).toBe(404)
  expect(await textAt('/nothing', { cookie: 'a=1' })).toContain('a=1')
})

test('other pages without a query are rendered for each visitor', async () => {
  await textAt('/dashboard')
  expect((await get('/dashboard')).headers['cache-control']).toBe('private, no-cache')
  expect(renders).toBe(2)
})

test('the policy allows exactly the scripts of the page', async () => {
  const { headers, body } = await get('/')
  const hash = createHash('sha256').update('start()').digest('base64')
  expect(String(headers['content-security-policy'])).toContain(
    `; script-src 'self' 'sha256-${hash}'; style-src 'self';`,
  )
  expect(body).toContain('<script>start()</script>')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=60, stale-while-revalidate=60',
    vary: 'accept-encoding, cookie',
    'x-frame-options': 'DENY',
    'x-request-id': expect.any(String),
  })
})

test('a page is sent in an encoding that the browser accepts', async () => {
  const plain = await get('/')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const br = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  const gzip = await get('/', { 'accept-encoding': 'gzip' })
  expect(gzip.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(gzip.rawPayload.length),
  })
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
})

test('HEAD has the headers and no body, and a range request gets the whole page', async () => {
  const whole = await get('/')
  const head = await get('/', {}, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['etag', 'content-length', 'content-security-policy', 'cache-control'])
    expect(head.headers[name]).toBe(whole.headers[name])
  const part = await get('/', { range: 'bytes=0-9' })
  expect([part.statusCode, part.body]).toEqual([200, whole.body])
})

test('a browser that has the page gets 304 with the policy of its scripts', async () => {
  const { headers } = await get('/')
  const { etag } = headers
  for (const known of [String(etag), `"other", ${String(etag).slice(2)}`, '*']) {
    const answer = await get('/', { 'if-none-match': known, 'accept-encoding': 'br' })
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
    expect(answer.headers).toMatchObject({
      etag,
      'content-security-policy': headers['content-security-policy'],
      vary: 'accept-encoding, cookie',
    })
  }
  expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test.each([
  ['an article', () => ctx.db.update(posts).set({ title: 'News: an article' })],
  ['a category', () => ctx.db.update(categories).set({ name: 'News: a category' })],
  ['an author', () => ctx.db.update(authors).set({ name: 'News: an author' })],
])('a change of %s in any process is shown at once', async (what, change) => {
  await textAt('/blog')
  await announced(change)
  expect(await textAt('/blog')).toContain(`News: ${what}`)
})

test('an admin’s change is in the next page, and a refused one renders nothing again', async () => {
  await textAt('/blog')
  const [category] = await ctx.db.select().from(categories)
  await announced(async () => {
    const { status } = await request('PATCH', `/api/admin/categories/${category?.id}`, {
      cookie: session,
      body: { name: 'Renamed', description: 'About it.' },
    })
    expect(status).toBe(200)
    expect(await textAt('/blog')).toContain('Renamed')
  })
  await textAt('/blog')
  renders = 0
  const { status } = await request('POST', '/api/admin/tracking-codes', { body: {} })
  await textAt('/blog')
  expect([status, renders]).toEqual([401, 0])
})

test('a counted view is shown when the page expires', async () => {
  await textAt('/blog/doors')
  renders = 0
  expect((await request('POST', '/api/blog/posts/doors/view')).status).toBe(200)
  expect(await textAt('/blog/doors')).not.toContain('"viewCount":1')
  expect(renders).toBe(0)
  advance(5 * minuteMs)
  expect(await textAt('/blog/doors')).toContain('"viewCount":1')
})

test('a scheduled article appears in time', async () => {
  const soon = new Date(ctx.now().getTime() + 2 * minuteMs)
  await announced(() => ctx.db.update(posts).set({ publishedAt: soon }))
  advance(minuteMs)
  expect(await textAt('/blog')).not.toContain('"doors"')
  advance(minuteMs)
  expect(await textAt('/blog')).toContain('"doors"')
})

test('a page is rendered again after five minutes', async () => {
  await textAt('/terms-of-service')
  renders = 0
  advance(5 * minuteMs - 1_000)
  await textAt('/terms-of-service')
  expect(renders).toBe(0)
  advance(1_000)
  await textAt('/terms-of-service')
  expect(renders).toBe(1)
})

test('a saved tracking code shows the consent bar at once, and a visitor’s answer decides which page they get', async () => {
  expect(await textAt('/blog')).toContain('bar:false')
  const save = (trackingCodeHead: string) =>
    request('POST', '/api/admin/tracking-codes', { cookie: session, body: { trackingCodeHead } })
  await announced(() => save('<script>track()</script>'))
  const asked = await get('/blog')
  expect(asked.body).toContain('bar:true')
  expect(asked.headers['cache-control']).toBe('private, no-cache')
  expect((await get('/blog', { 'if-none-match': String(asked.headers['etag']) })).statusCode).toBe(
    304,
  )

  const refused = await get('/blog', { cookie: 'tracking_consent=no' })
  expect(refused.body).toContain('bar:false')
  expect(refused.body).not.toContain('track()')
  expect(refused.headers['cache-control']).toBe('private, no-cache')
  expect(await textAt('/blog', { 'sec-gpc': '1' })).toBe(refused.body)

  const tracked = await get('/blog', { cookie: 'tracking_consent=yes' })
  expect(tracked.body).toContain('track()')
  expect(tracked.headers['content-security-policy']).toContain("'nonce-")
  expect(tracked.headers).not.toHaveProperty('etag')

  await announced(() => save(''))
  expect((await get('/blog')).headers['cache-control']).toContain('public')
  const code = '<script>other()</script>'
  await announced(() => ctx.db.update(settings).set({ trackingCodeHead: code }))
  expect(await textAt('/blog')).toContain('bar:true')
})
