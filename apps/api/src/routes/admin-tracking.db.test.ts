import { auditLog } from '@doorman/db/schema'
import { setAdmin } from '@doorman/services/users/set-admin'
import { desc } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, app } = await openFakeApp()
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
const path = '/api/admin/tracking-codes'
let cookie: string | undefined

beforeAll(async () => {
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: credentials })).cookie
})

const load = (suffix = '') => request('GET', path + suffix, { cookie })
const save = (body: object) => request('POST', path, { cookie, body })
const listVersions = async (field: string) =>
  (await load(`/versions?field=${field}`)).body['list'] as { text: string; savedBy: string }[]

test('a code is kept as written, and pages get it sanitised at once', async () => {
  await request('GET', '/api/tracking-codes')
  const head = '<script>go()</script><iframe src="https://tag.example"></iframe>'
  expect((await save({ trackingCodeHead: head })).body).toEqual({
    trackingCodeHead: head,
    trackingCodeBodyStart: '',
    trackingCodeBodyEnd: '',
    removed: ['<iframe>'],
  })
  expect((await load()).body).toMatchObject({ trackingCodeHead: head })
  expect((await load('/preview')).body).toEqual({
    head: '<script>go()</script>',
    bodyStart: '',
    bodyEnd: '',
  })
  // This process forgets what it has cached.
  expect((await request('GET', '/api/tracking-codes')).body).toEqual({
    head: '<script>go()</script>',
  })
  const [entry] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({
    act: 'change-tracking-code',
    details: { trackingCodeHead: 'changed' },
  })
})

test('earlier texts are listed, newest first, and one can be saved again', async () => {
  const field = 'trackingCodeBodyEnd'
  for (const text of ['one()', 'two()', 'two()', 'three()']) await save({ [field]: text })
  expect(await listVersions(field)).toMatchObject([
    { text: 'two()', savedBy: credentials.email },
    { text: 'one()', savedBy: credentials.email },
  ])
  await save({ [field]: 'two()' })
  expect((await load()).body).toMatchObject({ [field]: 'two()' })
  expect((await listVersions(field)).map(({ text }) => text)).toEqual(['three()', 'two()', 'one()'])
  expect(await listVersions('trackingCodeBodyStart')).toEqual([])
})

test('of each code, twenty earlier texts are kept', async () => {
  const field = 'trackingCodeBodyStart'
  for (let version = 0; version < 25; version += 1) await save({ [field]: `go(${version})` })
  const texts = (await listVersions(field)).map(({ text }) => text)
  expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => `go(${23 - n})`))
  expect(await listVersions('trackingCodeBodyEnd')).toHaveLength(3)
})

test.each([
  [{ trackingCodeHead: 'x'.repeat(100_001) }, 'A tracking code can have up to 100,000 characters.'],
  [{ trackingCodeHead: '<b>'.repeat(30_000) }, 'This code is nested too deeply.'],
  [{ trackingCodeHead: 1 }, 'The field trackingCodeHead is missing or not valid.'],
])('a code that is too large, nested too deeply or not text is refused', async (body, message) => {
  const before = (await load()).body
  expect(await save(body)).toMatchObject({ status: 422, body: { code: 'invalid', message } })
  expect((await load()).body).toEqual(before)
})

test('versions of an unknown field are refused', async () => {
  expect((await load('/versions?field=isDemo')).status).toBe(422)
})

test('the pixel test runs the head code in a sandbox that only our own pages can embed', async () => {
  await save({ trackingCodeHead: '<script src="https://tag.example/x.js"></script>' })
  const answer = await app.inject({ url: `${path}/pixel-test`, headers: { cookie: cookie ?? '' } })
  const policy = String(answer.headers['content-security-policy'])
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  expect(policy).toMatch(/^sandbox allow-scripts;/)
  expect(policy).toContain(`script-src 'nonce-${nonce}' https://tag.example;`)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/same-origin|unsafe/)
  expect(answer.headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(answer.body).toContain(`<script src="https://tag.example/x.js" nonce="${nonce}"></script>`)
  // No other page lets the code's origin in.
  const page = await app.inject({ url: '/admin', headers: { cookie: cookie ?? '' } })
  expect(page.headers['content-security-policy']).not.toContain('tag.example')
})
