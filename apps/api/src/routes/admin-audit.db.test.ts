import { auditLog } from '@doorman/db/schema'
import { setAdmin } from '@doorman/services/users/set-admin'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { app, request, ctx } = await openFakeApp()
const { db } = ctx
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
const path = '/api/admin/audit-log'
let cookie: string | undefined

beforeAll(async () => {
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: credentials })).cookie
  await request('POST', '/api/admin/replies', { cookie, body: { areStopped: true } })
})

test('an admin searches the log', async () => {
  const { body } = await request('GET', `${path}?search=BOSS@example.com&act=stop-replies`, {
    cookie,
  })
  expect(body).toMatchObject({
    list: [{ act: 'stop-replies', actorEmail: credentials.email, ip: '203.0.113.7' }],
    nextCursor: null,
  })
})

test.each([
  ['an unknown act', 'act=unknown'],
  ['a wrong cursor', 'cursor=x'],
  ['a long search', `search=${'x'.repeat(10_000)}`],
  ['a number for a switch', 'hideViewRequests=1'],
])('a query with %s is refused', async (_name, query) => {
  const { status, body } = await request('GET', `${path}?${query}`, { cookie })
  expect(status).toBe(422)
  expect(body['message']).toEqual(expect.any(String))
})

test('an export is recorded first and streams lines of JSON with the whole log', async () => {
  const response = await app.inject({ url: `${path}/export`, headers: { cookie: cookie ?? '' } })
  expect(response.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="doorman-audit-log.ndjson"',
    'cache-control': 'no-store',
  })
  const lines = response.body.trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const stored = await db.select().from(auditLog).orderBy(auditLog.id)
  expect(parsed.slice(0, -1)).toEqual(JSON.parse(JSON.stringify(stored)))
  expect(parsed.at(-2)).toMatchObject({ act: 'export-audit-log' })
  expect(parsed.at(-1)).toEqual({ entries: stored.length, head: stored.at(-1)?.hash })
})

/** Runs last: it breaks the log. */
test('a check finds the entry that was changed in the database, and none in an unchanged log', async () => {
  const check = async () => (await request('GET', `${path}/check`, { cookie })).body
  const stored = await db.select().from(auditLog).orderBy(auditLog.id)
  expect(await check()).toEqual({
    entries: stored.length,
    brokenAt: null,
    head: stored.at(-1)?.hash,
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger user`)
    await tx.execute(sql`update audit_log set ip = '198.51.100.1' where id = 1`)
    await tx.execute(sql`alter table audit_log enable trigger user`)
  })
  expect(await check()).toMatchObject({ brokenAt: 1 })
})
