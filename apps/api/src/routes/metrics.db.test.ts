import { mailboxes } from '@doorman/db/schema'
import { seedMailbox } from '@doorman/db/testing/seeds'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { secondMs } from '@doorman/domain/time'
import { screenMessageJob, syncMailboxJob } from '@doorman/services/ports/jobs'
import { eq, sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openFakeApp } from '../testing/fake-app.ts'
import { newSignedInUser } from '../testing/fake-connections.ts'

const metricsToken = 'a token of Prometheus with 32 characters'
const world = await openFakeApp({ metricsToken })
const { request, ctx, metrics } = world
metrics.watchProcess()

const headers = { authorization: `Bearer ${metricsToken}` }
const scrape = async () => String((await request('GET', '/metrics', { headers })).body['text'])

test.each([undefined, 'Bearer wrong', metricsToken])(
  'with the header %j, /metrics looks like an unknown page',
  async (authorization) => {
    const unknown = await request('GET', '/api/unknown-call')
    const answer = await request('GET', '/metrics', {
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer.status).toBe(404)
    expect(Object.keys(answer.body)).toEqual(Object.keys(unknown.body))
  },
)

test('without a token in the settings, no token opens /metrics', async () => {
  const off = await openFakeApp()
  for (const authorization of ['Bearer ', 'Bearer null', headers.authorization])
    expect((await off.request('GET', '/metrics', { headers: { authorization } })).status).toBe(404)
})

test('queues and mailboxes are reported from the database, and the process by itself', async () => {
  const { email } = await newSignedInUser(world)
  const [fine, late, lost, paused] = [
    await seedMailbox(ctx.db, email, { problem: null }),
    await seedMailbox(ctx.db, email, { problem: null }),
    await seedMailbox(ctx.db, email, { problem: 'needs-reconnect' }),
    await seedMailbox(ctx.db, email, { problem: 'refused', isPaused: true }),
  ]
  const justNow = new Date(ctx.now().getTime() - secondMs)
  const lateSince = { lateAfter: justNow, lastActiveAt: new Date(0) }
  for (const { id } of [late, lost, paused])
    await ctx.db.update(mailboxes).set(lateSince).where(eq(mailboxes.id, id))
  await ctx.db.update(mailboxes).set({ nextCheckAt: justNow }).where(eq(mailboxes.id, late.id))
  for (const { id: mailboxId } of [fine, late, lost, paused])
    await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await ctx.db.execute(sql`update pgboss.job set created_on = now() - interval '70 seconds',
    start_after = now() - interval '70 seconds' where data ->> 'mailboxId' = ${fine.id}`)
  await ctx.db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()
    where data ->> 'mailboxId' = ${late.id}`)
  await ctx.db.execute(sql`update pgboss.job set state = 'active',
    heartbeat_on = now() - interval '5 minutes' where data ->> 'mailboxId' = ${lost.id}`)
  await ctx.db.execute(sql`update pgboss.job set start_after = now() + interval '1 hour'
    where data ->> 'mailboxId' = ${paused.id}`)

  const text = await scrape()
  const queue = 'queue="sync-mailbox/gmail"'
  for (const [state, count] of Object.entries({
    due: 1,
    delayed: 1,
    running: 1,
    stopped: 1,
    failed: 1,
  }))
    expect(text).toContain(`doorman_queue_jobs{${queue},state="${state}"} ${count}\n`)
  const [, seconds] = /oldest_due_seconds\{queue="sync-mailbox\/gmail"\} (\S+)/.exec(text) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(70)
  expect(text).toContain('doorman_mailboxes{problem="none"} 2\n')
  expect(text).toContain('doorman_mailboxes{problem="needs-reconnect"} 1\n')
  expect(text).toContain('doorman_mailboxes{problem="refused"} 0\n')
  expect(text).toContain('doorman_mailboxes_late 1\n')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('nodejs_heap_size_used_bytes')
})

test('requests are counted by route pattern and status', async () => {
  await request('POST', `/api/filtered-emails/${randomUUID()}/undo`)
  const text = await scrape()
  expect(text).toContain(
    'doorman_http_requests_total{method="POST",route="/api/filtered-emails/:id/undo",status="401"} 1\n',
  )
})

test('nothing in the metrics names a user, a message or an address', async () => {
  const { email, cookie } = await newSignedInUser(world)
  const { id, address } = await seedMailbox(ctx.db, email)
  const providerMessageId = 'message-canary' as ProviderMessageId
  await ctx.jobs.enqueueAll(ctx.db, screenMessageJob, [{ mailboxId: id, providerMessageId }])
  await request('GET', `/api/accounts/${id}?address=${address}`, { cookie })
  await request('DELETE', `/api/senders/${address}`, { cookie })
  await request('GET', `/canary/${id}/${address}?token=canary`)
  await request('GET', `/api/canary/${randomUUID() as MailboxId}`)
  const text = await scrape()
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i)
  expect(text).not.toMatch(/@|canary|%40/)
  const values = [...text.matchAll(/\w+="([^"]*)"/g)].map(([, value = '']) => value)
  expect(values.length).toBeGreaterThan(50)
  expect(values.filter((value) => value.length > 60)).toEqual([])
})

test('docs/operations.md describes exactly our metrics', async () => {
  metrics.countRequest({ method: 'GET', route: '/', status: 200, seconds: 1 })
  const names = [...(await scrape()).matchAll(/^# TYPE (doorman_\w+)/gm)].map(([, name]) => name)
  const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const section = guide.split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? ''
  const described = [...section.matchAll(/^\| `(doorman_\w+)/gm)].map(([, name]) => name)
  expect(new Set(described)).toEqual(new Set(names))
})
