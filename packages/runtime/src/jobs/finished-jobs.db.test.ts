import { jobTotals } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { DecisionId, EmailId, MailboxId } from '@doorman/domain/ids'
import {
  moveMessageJob,
  sendEmailJob,
  type Job,
  type JobOutcome,
} from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import { failedRetentionSeconds } from './finished-jobs.ts'
import type { JobHandler } from './job-handler.ts'
import { createJobQueue } from './job-queue.ts'

const databaseUrl = await createTestDatabase()
const { ctx, jobs, close } = await openFakeRuntime(databaseUrl)
afterAll(close)

beforeEach(async () => {
  await ctx.db.execute(sql`delete from pgboss.job`)
  await ctx.db.update(jobTotals).set({ completed: 0, failed: 0 })
})

const newMove = () => ({
  mailboxId: randomUUID() as MailboxId,
  decisionId: randomUUID() as DecisionId,
})

function handlerOf({ name }: Job, run: () => Promise<JobOutcome> = async () => {}): JobHandler {
  return { name, slots: 1, run }
}

const giveUp = async () => ({ kind: 'given-up', failure: 'relay-refused' }) as const

async function loadTotals() {
  const [totals] = await ctx.db.select().from(jobTotals)
  return { completed: totals?.completed, failed: totals?.failed }
}

async function loadFailed() {
  const { rows } = await ctx.db.execute<{ output: unknown; kept: number }>(
    sql`select output, deletion_seconds as kept from pgboss.job where state = 'failed'`,
  )
  return rows
}

test('completed jobs are counted, and postponed or repeated ones are not', async () => {
  const outcomes: JobOutcome[] = [
    undefined,
    undefined,
    'not-yet',
    { kind: 'postponed', reason: 'rate-limited', delayMs: 60_000 },
    { kind: 'retry-later', reason: 'x', failure: 'provider-unavailable', retryAfterMs: null },
  ]
  await jobs.enqueueAll(ctx.db, moveMessageJob, outcomes.map(newMove))
  await jobs.drain(ctx, [handlerOf(moveMessageJob, async () => outcomes.pop())])
  expect(await loadTotals()).toEqual({ completed: 2, failed: 0 })
})

test('a job that gave up is failed at once, with its reason, and stays for 14 days', async () => {
  await jobs.enqueue(ctx.db, sendEmailJob, { emailId: randomUUID() as EmailId })
  await jobs.drain(ctx, [handlerOf(sendEmailJob, giveUp)])
  expect(await loadFailed()).toEqual([
    { output: { failure: 'relay-refused' }, kept: 14 * 24 * 60 * 60 },
  ])
  expect(await loadTotals()).toEqual({ completed: 0, failed: 1 })
})

test('two processes never count the same failed job', async () => {
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  await jobs.drain(ctx, [handlerOf(moveMessageJob, giveUp)])
  const other = await openFakeRuntime(databaseUrl)
  await other.jobs.drain(other.ctx, [])
  await other.close()
  await jobs.drain(ctx, [])
  expect(await loadTotals()).toEqual({ completed: 0, failed: 1 })
})

test('a job whose worker died at its last attempt is found, counted and kept', async () => {
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  await ctx.db.execute(sql`
    update pgboss.job set state = 'failed', completed_on = now(),
      output = '{"value": {"message": "job heartbeat timeout"}}'`)
  await jobs.drain(ctx, [])
  expect(await loadFailed()).toMatchObject([{ kept: failedRetentionSeconds }])
  expect(await loadTotals()).toEqual({ completed: 0, failed: 1 })
})

test('work that fails again and again is on the desk once, and every failure counts', async () => {
  const [again, other] = [newMove(), newMove()]
  for (const move of [again, again, other, again]) {
    await jobs.enqueue(ctx.db, moveMessageJob, move)
    await jobs.drain(ctx, [handlerOf(moveMessageJob, giveUp)])
  }
  expect(await loadFailed()).toHaveLength(2)
  expect(await loadTotals()).toEqual({ completed: 0, failed: 4 })
})

test('a worker writes its counts from time to time, and what is left at its end', async () => {
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs: 200 })
  await worker.work(ctx, [handlerOf(moveMessageJob)], [])
  await jobs.enqueueAll(ctx.db, moveMessageJob, [newMove(), newMove()])
  await expect.poll(loadTotals, { timeout: 10_000 }).toEqual({ completed: 2, failed: 0 })
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  const isDone = async () =>
    (await ctx.db.execute(sql`select from pgboss.job where state = 'completed'`)).rows.length === 3
  await expect.poll(isDone, { timeout: 10_000, interval: 5 }).toBe(true)
  await worker.stop()
  expect(await loadTotals()).toEqual({ completed: 3, failed: 0 })
})

test('a worker counts the failed jobs of a worker that died', async () => {
  await jobs.enqueue(ctx.db, moveMessageJob, newMove())
  await ctx.db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()`)
  const worker = await createJobQueue(databaseUrl, createLogger('silent'), { pollMs: 200 })
  await worker.work(ctx, [], [])
  await expect.poll(loadTotals, { timeout: 10_000 }).toEqual({ completed: 0, failed: 1 })
  await worker.stop()
})

test('a process that runs no jobs does not wait for `job_totals`, which a restore locks', async () => {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table job_totals in share row exclusive mode`)
    const other = await createJobQueue(databaseUrl, createLogger('silent'))
    await other.enqueue(ctx.db, moveMessageJob, newMove())
    await expect(other.stop()).resolves.toBeUndefined()
  })
})
