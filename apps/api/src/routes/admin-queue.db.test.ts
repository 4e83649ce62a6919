import { auditLog, settings } from '@doorman/db/schema'
import { setAdmin } from '@doorman/services/users/set-admin'
import { desc, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'

const { request, ctx, runJobsUntilIdle } = await openFakeApp()
const { db } = ctx
const credentials = { email: 'boss@example.com', password: 'correct horse battery' }
let cookie: string | undefined

beforeAll(async () => {
  await request('POST', '/api/auth/register', { body: credentials })
  await setAdmin(ctx, { email: credentials.email, isAdmin: true })
  cookie = (await request('POST', '/api/auth/login', { body: credentials })).cookie
  await runJobsUntilIdle()
})

beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
})

async function findLastAct() {
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return last
}

/** A failed job of a queue that only enqueues others. */
async function addFailedJob(): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, state, completed_on, output)
    values ('end-trials', 'failed', now(), '{"failure": "rate-limited"}') returning id`)
  return rows[0]?.id ?? ''
}

test('the total counts every job once, and finished jobs still count after they are deleted', async () => {
  const load = async () => (await request('GET', '/api/admin/queue-metrics', { cookie })).body
  const before = await load()
  await ctx.db.execute(sql`insert into pgboss.job (name, data) values ('end-trials', '{}')`)
  expect(await load()).toMatchObject({ waiting: 1, total: Number(before['total']) + 1 })
  await runJobsUntilIdle()
  await db.execute(sql`delete from pgboss.job`)
  expect(await load()).toEqual({
    waiting: 0,
    active: 0,
    completed: Number(before['completed']) + 1,
    failed: before['failed'],
    total: Number(before['total']) + 1,
  })
})

describe('the queue desk', () => {
  test('lists a failed job, retries it and records who did so', async () => {
    const id = await addFailedJob()
    const { body } = await request('GET', '/api/admin/jobs', { cookie })
    expect(body).toMatchObject({
      list: [
        {
          id,
          queue: 'end-trials',
          state: 'failed',
          reason: 'The mail provider limited our rate.',
          mailboxId: null,
          userEmail: null,
        },
      ],
      nextCursor: null,
    })
    const retry = () =>
      request('POST', `/api/admin/jobs/${id}/retry`, { cookie, body: { queue: 'end-trials' } })
    expect((await retry()).status).toBe(200)
    expect(await findLastAct()).toMatchObject({
      act: 'retry-job',
      subjectId: id,
      details: { queue: 'end-trials' },
      ip: '203.0.113.7',
    })
    expect(await retry()).toMatchObject({
      status: 409,
      body: { message: 'This job is already waiting to run again.' },
    })
  })

  test('drops a failed job, and a second time it is not found', async () => {
    const id = await addFailedJob()
    const drop = () =>
      request('DELETE', `/api/admin/jobs/${id}`, { cookie, body: { queue: 'end-trials' } })
    expect((await drop()).status).toBe(200)
    expect(await findLastAct()).toMatchObject({ act: 'drop-job', subjectId: id })
    expect(await drop()).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  const retryPath = `/api/admin/jobs/${randomUUID()}/retry`
  const dropPath = `/api/admin/jobs/${randomUUID()}`
  test.each([
    ['an unknown job', 'POST', retryPath, { queue: 'end-trials' }, 404],
    ['an unknown message', 'POST', retryPath, { queue: 'quarantine' }, 404],
    ['a long queue', 'POST', retryPath, { queue: 'x'.repeat(1_000) }, 422],
    ['no queue', 'POST', retryPath, {}, 422],
    ['no id', 'POST', '/api/admin/jobs/1/retry', { queue: 'end-trials' }, 422],
    ['a queue of pg-boss', 'DELETE', dropPath, { queue: '__pgboss__send-it' }, 404],
    ['an unknown message to drop', 'DELETE', dropPath, { queue: 'quarantine' }, 404],
    ['a wrong cursor', 'GET', '/api/admin/jobs?cursor=x', undefined, 422],
    ['a long cursor', 'GET', `/api/admin/jobs?cursor=${'x'.repeat(10_000)}`, undefined, 422],
    ['a wrong cursor of mailboxes', 'GET', '/api/admin/mailboxes?cursor=x', undefined, 422],
    ['a word for a switch', 'POST', '/api/admin/replies', { areStopped: 'yes' }, 422],
    ['a megabyte', 'POST', '/api/admin/replies', { areStopped: 'x'.repeat(2 ** 20) }, 413],
  ] as const)('answers %s with its status', async (_name, method, path, body, status) => {
    const answer = await request(method, path, { cookie, ...(body && { body }) })
    expect(answer.status).toBe(status)
    expect(answer.body['message']).toEqual(expect.any(String))
  })
})

test('the health of mailboxes is counted and listed', async () => {
  const { body } = await request('GET', '/api/admin/mailboxes', { cookie })
  expect(body).toEqual({ total: 0, unhealthy: 0, list: [], nextCursor: null })
})

test('the switch stops and resumes replies, and each change is recorded once', async () => {
  const set = (areStopped: boolean) =>
    request('POST', '/api/admin/replies', { cookie, body: { areStopped } })
  expect((await set(true)).body).toEqual({ areStopped: true })
  expect((await set(true)).body).toEqual({ areStopped: true })
  expect(await db.select().from(settings)).toMatchObject([{ areRepliesStopped: true }])
  expect((await request('GET', '/api/admin/replies', { cookie })).body).toEqual({
    areStopped: true,
  })
  expect((await set(false)).body).toEqual({ areStopped: false })
  const acts = await db.select({ act: auditLog.act }).from(auditLog).orderBy(auditLog.id)
  expect(acts.map(({ act }) => act).filter((act) => act.endsWith('-replies'))).toEqual([
    'stop-replies',
    'resume-replies',
  ])
})
