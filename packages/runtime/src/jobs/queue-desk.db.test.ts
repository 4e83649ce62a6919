import { maxConcurrentJobs } from '@doorman/domain/jobs/job-failures'
import { jobTotals } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { DecisionId, EmailId, MailboxId } from '@doorman/domain/ids'
import type { JobFailure } from '@doorman/domain/jobs/job-failures'
import {
  checkDueMailboxesJob,
  moveMessageJob,
  sendEmailJob,
  syncSubscriptionJob,
} from '@doorman/services/ports/jobs'
import { MailError } from '@doorman/mail/mail-error'
import { NotifyError } from '@doorman/notify/notify-error'
import { PaymentError } from '@doorman/payments/payment-error'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeRuntime } from '../testing/fake-runtime.ts'
import { failedRetentionSeconds } from './finished-jobs.ts'
import type { JobHandler } from './job-handler.ts'
import { queueDesk } from './queue-desk.ts'

const databaseUrl = await createTestDatabase()
const { ctx, jobs, close } = await openFakeRuntime(databaseUrl)
const { db } = ctx
afterAll(close)

beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
  await db.update(jobTotals).set({ completed: 0, failed: 0 })
})

const newEmail = () => ({ emailId: randomUUID() as EmailId })

/** Enqueues an email and fails its job for good. */
async function failEmail(payload = newEmail()) {
  const handler: JobHandler = {
    name: sendEmailJob.name,
    slots: 1,
    run: async () => ({ kind: 'given-up', failure: 'relay-refused' }),
  }
  await jobs.enqueue(db, sendEmailJob, payload)
  await jobs.drain(ctx, [handler])
  const [job] = await queueDesk.listFailed(db, { before: null, limit: 1 })
  if (!job) throw new Error('The job did not fail')
  return job
}

const runEmails = (run: JobHandler['run'] = async () => {}) =>
  jobs.drain(ctx, [{ name: sendEmailJob.name, slots: 1, run }])

test('a failed job is listed with its queue, its payload and why it failed', async () => {
  const payload = newEmail()
  const job = await failEmail(payload)
  expect(job).toMatchObject({
    queue: sendEmailJob.name,
    failure: 'relay-refused',
    attempts: 1,
    data: payload,
  })
  expect(await queueDesk.findPayload(db, job)).toEqual(payload)
})

const thrown: [unknown, JobFailure][] = [
  [new NotifyError({ kind: 'unavailable' }), 'relay-unavailable'],
  [new MailError('refused', 'x'), 'provider-refused'],
  [new PaymentError('refused', 'x'), 'payment-refused'],
  [new Error('words of an email'), 'bug'],
]

test.each(thrown)('what a job throws is stored as a reason only: %s', async (error, failure) => {
  await jobs.enqueue(db, sendEmailJob, newEmail())
  await db.execute(sql`update pgboss.job set retry_limit = 0`)
  await runEmails(() => Promise.reject(error))
  expect(await queueDesk.listFailed(db, { before: null, limit: 9 })).toMatchObject([{ failure }])
  const { rows } = await db.execute(sql`select output from pgboss.job`)
  expect(rows).toEqual([{ output: { failure } }])
})

test.each([
  ['{"value": {"message": "job timed out"}}', 'timed-out'],
  ['{"message": "handler execution exceeded 120s", "stack": ""}', 'timed-out'],
  ['{"value": {"message": "job heartbeat timeout"}}', 'worker-lost'],
  ['{"value": "pg-boss shut down while active"}', 'worker-lost'],
  ['{"failure": "made-up"}', 'bug'],
  ['null', 'bug'],
])('what the queue itself stores has a reason, too: %s', async (output, failure) => {
  await failEmail()
  await db.execute(sql`update pgboss.job set output = ${output}::jsonb`)
  expect(await queueDesk.listFailed(db, { before: null, limit: 9 })).toMatchObject([{ failure }])
})

test('pages follow one another without gaps, also among jobs that failed at the same moment', async () => {
  for (let count = 0; count < 5; count++) await failEmail()
  await db.execute(sql`update pgboss.job set completed_on = '2026-01-01T00:00:00.123456Z'`)
  const all = await queueDesk.listFailed(db, { before: null, limit: 9 })
  const seen = await queueDesk.listFailed(db, { before: null, limit: 2 })
  for (const limit of [2, 2])
    seen.push(...(await queueDesk.listFailed(db, { before: seen.at(-1)?.key ?? null, limit })))
  expect(seen).toEqual(all)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
})

describe('a retry', () => {
  test('runs the job once more with all its retries, and it no longer counts as failed', async () => {
    const job = await failEmail()
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 1, waiting: 0 })
    expect(await queueDesk.retry(db, job)).toBe('done')
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 0, waiting: 1 })
    let runs = 0
    const failing = async () => {
      runs += 1
      throw new NotifyError({ kind: 'unavailable' })
    }
    await runEmails(failing)
    expect(runs).toBe(1)
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 0, waiting: 1 })
    await db.execute(sql`update pgboss.job set start_after = now()`)
    await runEmails()
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ completed: 1, failed: 0, waiting: 0 })
    expect(await queueDesk.retry(db, job)).toBe('finished')
  })

  test('does not let a worker that was thought dead end the new attempt', async () => {
    const job = await failEmail()
    await db.execute(sql`update pgboss.job set retry_count = 3`)
    await queueDesk.retry(db, job)
    const { rows } = await db.execute<{ retry_count: number }>(
      sql`select retry_count, retry_limit - retry_count > 13 as "hasRetries" from pgboss.job`,
    )
    expect(rows).toEqual([{ retry_count: 3, hasRetries: true }])
  })

  test('of a job that was retried already, that runs or that is gone says so and changes nothing', async () => {
    const job = await failEmail()
    await queueDesk.retry(db, job)
    expect(await queueDesk.retry(db, job)).toBe('waiting')
    expect(await queueDesk.drop(db, job)).toBe('waiting')
    await runEmails(async () => {
      expect(await queueDesk.retry(db, job)).toBe('running')
      expect(await queueDesk.drop(db, job)).toBe('running')
    })
    const gone = { id: randomUUID(), queue: sendEmailJob.name }
    expect(await queueDesk.retry(db, gone)).toBe('gone')
    expect(await queueDesk.drop(db, gone)).toBe('gone')
    expect(await queueDesk.retry(db, { ...job, queue: 'no-such-queue' })).toBe('gone')
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ completed: 1, failed: 0, waiting: 0 })
  })

  test('is refused while a newer job does the same work', async () => {
    const payload = newEmail()
    const job = await failEmail(payload)
    await jobs.enqueue(db, sendEmailJob, payload)
    expect(await queueDesk.retry(db, job)).toBe('superseded')
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 1, waiting: 1 })
  })

  test('races with a new job for the same work: one of the two runs', async () => {
    const payload = newEmail()
    const job = await failEmail(payload)
    // Both transactions are open at once; the unique index makes the second wait for the first.
    const isInserted = Promise.withResolvers<void>()
    const retried = Promise.withResolvers<unknown>()
    await db.transaction(async (tx) => {
      await jobs.enqueue(tx, sendEmailJob, payload)
      isInserted.resolve()
      queueDesk.retry(db, job).then(retried.resolve, retried.reject)
      const isWaiting = async () => {
        const { rows } = await db.execute(
          sql`select from pg_locks where not granted and locktype = 'transactionid'`,
        )
        return rows.length > 0
      }
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    })
    expect(await retried.promise).toBe('superseded')
    expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 1, waiting: 1 })
  })
})

test('a dropped job is gone and counts in the totals, even if it was not counted before', async () => {
  expect(await queueDesk.drop(db, await failEmail())).toBe('done')
  const job = await failEmail()
  await db.execute(sql`update pgboss.job set deletion_seconds = 60`)
  await db.update(jobTotals).set({ failed: 1 })
  expect(await queueDesk.drop(db, job)).toBe('done')
  expect(await queueDesk.drop(db, job)).toBe('gone')
  expect(await queueDesk.listFailed(db, { before: null, limit: 9 })).toEqual([])
  expect(await queueDesk.loadMetrics(db)).toMatchObject({ failed: 2 })
})

test('jobs that the queue sends to itself are not counted', async () => {
  await db.execute(sql`select pgboss.create_queue('__pgboss__send-it', '{"policy": "standard"}')`)
  await db.execute(sql`
    insert into pgboss.job (name, state, completed_on, deletion_seconds)
    select '__pgboss__send-it', state::pgboss.job_state, now(), ${failedRetentionSeconds}
    from unnest(array['created', 'active', 'failed']) state`)
  expect(await queueDesk.loadMetrics(db)).toMatchObject({ waiting: 0, active: 0 })
  expect(await queueDesk.listFailed(db, { before: null, limit: 9 })).toEqual([])
})

test('a silent outside service leaves a slot to jobs that call none', async () => {
  const runtime = await openFakeRuntime(databaseUrl)
  const [isSilent, isChecked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let hanging = 0
  const hang = async () => {
    hanging += 1
    await isSilent.promise
  }
  await runtime.jobs.work(
    runtime.ctx,
    [
      { name: syncSubscriptionJob.name, slots: 'shared-outside', run: hang },
      { name: moveMessageJob.name, slots: 'shared-outside', run: hang },
      {
        name: checkDueMailboxesJob.name,
        slots: 'shared',
        run: async () => isChecked.resolve(),
      },
    ],
    [],
  )
  const newMove = () => ({
    mailboxId: randomUUID() as MailboxId,
    decisionId: randomUUID() as DecisionId,
  })
  await jobs.enqueueAll(db, moveMessageJob, [newMove(), newMove()])
  await jobs.enqueue(db, syncSubscriptionJob, { userId: randomUUID() as never })
  const countActive = async () => (await queueDesk.loadMetrics(db)).active
  await expect.poll(countActive, { timeout: 10_000 }).toBe(1)
  await jobs.enqueue(db, checkDueMailboxesJob, {})
  await isChecked.promise
  expect(hanging).toBe(1)
  expect(await countActive()).toBeLessThanOrEqual(2)
  isSilent.resolve()
  const countLeft = async () => {
    const { waiting, active } = await queueDesk.loadMetrics(db)
    return waiting + active
  }
  await expect.poll(countLeft, { timeout: 10_000 }).toBe(0)
  await runtime.close()
  expect((await queueDesk.loadMetrics(db)).completed).toBe(4)
})

test('a worker refuses handlers with more slots than the admin panel shows', async () => {
  const handler = { name: sendEmailJob.name, slots: maxConcurrentJobs + 1, run: async () => {} }
  await expect(jobs.work(ctx, [handler], [])).rejects.toThrow(`at most ${maxConcurrentJobs} slots`)
})
