import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { DecisionId, MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import {
  jobs as jobDefinitions,
  moveMessageJob,
  retiredJobNames,
  screenMessageJob,
  syncMailboxJob,
  type JobOutcome,
} from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import type { JobHandler } from './job-queue.ts'

const databaseUrl = await createTestDatabase()
const { ctx, jobs, logs, close } = await openFakeRuntime(databaseUrl)
afterAll(close)

const newMailboxId = () => randomUUID() as MailboxId
const toProviderMessageId = (name: string | number) => `message-${name}` as ProviderMessageId

/** A handler that records the payloads it is given. */
function recordPayloads(
  name: string,
  run: (data: unknown) => Promise<JobOutcome> = async () => {},
) {
  const payloads: unknown[] = []
  const handler: JobHandler = {
    name,
    slots: 1,
    async run(_ctx, data) {
      payloads.push(data)
      return run(data)
    },
  }
  return { payloads, handler }
}

const newMove = () => ({ mailboxId: newMailboxId(), decisionId: randomUUID() as DecisionId })
const makeRetriesDue = () =>
  ctx.db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`)

test('a mailbox has one waiting sync, and one more may wait while a sync runs', async () => {
  const [ann, bob] = [newMailboxId(), newMailboxId()]
  const { payloads, handler } = recordPayloads(syncMailboxJob.name, async () => {
    if (payloads.length > 1) return
    for (const _notification of [1, 2, 3])
      await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: ann })
  })
  for (const mailboxId of [ann, ann, ann, bob])
    await jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId })
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([{ mailboxId: ann }, { mailboxId: bob }, { mailboxId: ann }])
})

test('a message has one screening job until that job is finished', async () => {
  const mailboxId = newMailboxId()
  const payload = { mailboxId, providerMessageId: toProviderMessageId('once') }
  const { payloads, handler } = recordPayloads(screenMessageJob.name, () =>
    jobs.enqueueAll(ctx.db, screenMessageJob, [payload]),
  )
  await jobs.enqueueAll(ctx.db, screenMessageJob, [payload, payload])
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload])
})

test('a job enqueued in a transaction that is rolled back does not exist', async () => {
  const { payloads, handler } = recordPayloads(moveMessageJob.name)
  const payload = newMove()
  await ctx.db
    .transaction(async (tx) => {
      await jobs.enqueueAll(tx, moveMessageJob, [payload])
      throw new Error('rolled back')
    })
    .catch(() => {})
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([])
})

test('a job that cannot run yet runs again soon, and does not block a new job with the same key', async () => {
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, async () => {
    if (payloads.length === 1) return 'not-yet'
  })
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload, payload])
  await makeRetriesDue()
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload, payload, payload])
})

const hourSeconds = 3_600

/** How long the job with this payload still waits. */
async function loadDelaySeconds(payload: object) {
  const { rows } = await ctx.db.execute<{ state: string; seconds: number }>(sql`
    select state, extract(epoch from start_after - now())::float as seconds
    from pgboss.job where data = ${JSON.stringify(payload)}::jsonb`)
  return rows
}

test.each([
  { retryAfterMs: hourSeconds * 1_000, least: hourSeconds - 10, most: hourSeconds + 10 },
  // The backoff of a first retry.
  { retryAfterMs: 1, least: 5, most: 20 },
  { retryAfterMs: null, least: 5, most: 20 },
])('a retry waits for retryAfterMs ($retryAfterMs) and for the backoff', async (given) => {
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, async () => ({
    kind: 'retry-later',
    reason: 'rate-limited',
    retryAfterMs: given.retryAfterMs,
  }))
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(payloads).toEqual([payload])
  const [waiting, ...others] = await loadDelaySeconds(payload)
  expect(others).toEqual([])
  expect(waiting?.state).toBe('retry')
  expect(waiting?.seconds).toBeGreaterThan(given.least)
  expect(waiting?.seconds).toBeLessThan(given.most)
})

test('a job to retry later logs no error, keeps its deduplication key and ends after 13 retries', async () => {
  logs.length = 0
  const payload = { mailboxId: newMailboxId(), providerMessageId: toProviderMessageId('later') }
  const { payloads, handler } = recordPayloads(screenMessageJob.name, async () => ({
    kind: 'retry-later',
    reason: 'rate-limited',
    retryAfterMs: null,
  }))
  await jobs.enqueue(ctx.db, screenMessageJob, payload)
  for (let round = 0; round < 20; round++) {
    await jobs.drain(ctx, [handler])
    if (round < 10) await jobs.enqueue(ctx.db, screenMessageJob, payload)
    await makeRetriesDue()
  }
  expect(payloads).toHaveLength(14)
  const lines = logs.map((line) => JSON.parse(line))
  expect(lines.filter(({ event }) => event === 'job-retried-later')).toHaveLength(13)
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    event: 'job-given-up',
    code: 'rate-limited',
  })
  expect(logs.filter((line) => /"level":"error"|"stack"/.test(line))).toEqual([])
})

test('a job that throws is retried, and the error is logged', async () => {
  logs.length = 0
  const payload = newMove()
  const { payloads, handler } = recordPayloads(moveMessageJob.name, () =>
    Promise.reject(new Error('broken')),
  )
  await jobs.enqueue(ctx.db, moveMessageJob, payload)
  await jobs.drain(ctx, [handler])
  expect(await loadDelaySeconds(payload)).toMatchObject([{ state: 'retry' }])
  const errors = logs.filter((line) => line.includes('"event":"job-failed"'))
  expect(errors).toHaveLength(payloads.length)
})

test('queues and schedules of retired job names are deleted, with their jobs', async () => {
  const boss = new PgBoss(databaseUrl)
  await boss.start()
  for (const name of retiredJobNames) {
    await boss.createQueue(name)
    await boss.schedule(name, '* * * * *')
    await boss.send(name, {})
  }
  await boss.stop()
  const runtime = await openFakeRuntime(databaseUrl)
  await runtime.close()
  for (const table of ['queue', 'schedule', 'job']) {
    const { rows } = await ctx.db.execute<{ name: string }>(
      sql`select distinct name from pgboss.${sql.identifier(table)}`,
    )
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => retiredJobNames.includes(name))).toEqual([])
  }
  const known = jobDefinitions.map(({ name }) => name)
  expect(known.filter((name) => retiredJobNames.includes(name))).toEqual([])
})

test('a busy mailbox leaves slots for the others, and no slot is idle while jobs wait', async () => {
  const [noisy, quiet] = [newMailboxId(), newMailboxId()]
  const running = new Map<string, number>()
  let maxRunning = 0
  let remaining = 60 + 1
  const gate = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const handler: JobHandler = {
    name: screenMessageJob.name,
    slots: 6,
    slotsPerMailbox: 2,
    async run(_ctx, data) {
      const { mailboxId } = screenMessageJob.payload.parse(data)
      const now = (running.get(mailboxId) ?? 0) + 1
      running.set(mailboxId, now)
      if (mailboxId === noisy) maxRunning = Math.max(maxRunning, now)
      // The first jobs of the noisy mailbox end only after the job of the quiet one has started.
      if (mailboxId === quiet) gate.resolve()
      await gate.promise
      running.set(mailboxId, (running.get(mailboxId) ?? 0) - 1)
      remaining -= 1
      if (remaining === 0) finished.resolve()
    },
  }
  await jobs.enqueueAll(
    ctx.db,
    screenMessageJob,
    Array.from({ length: 60 }, (_, index) => ({
      mailboxId: noisy,
      providerMessageId: toProviderMessageId(index),
    })),
  )
  await jobs.enqueue(ctx.db, screenMessageJob, {
    mailboxId: quiet,
    providerMessageId: toProviderMessageId('quiet'),
  })
  await jobs.work(ctx, [handler], [])
  await finished.promise
  // Two slots that fetch at the same moment may both take the mailbox's last place.
  expect(maxRunning).toBeLessThan(handler.slots)
})
