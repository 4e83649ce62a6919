import type { Db } from '@doorman/db/client'
import { PreparedClient } from '@doorman/db/prepared-client'
import { dayMs, minuteMs, secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import {
  jobs,
  retiredJobNames,
  type Job,
  type JobOutcome,
  type Jobs,
  type RetryLater,
} from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type JobInsert, type QueueResult } from 'pg-boss'
import type { Logger } from 'pino'

export type JobHandler = {
  readonly name: string
  /** A job that throws is retried with backoff. */
  run(ctx: Context, data: unknown): Promise<JobOutcome>
  /** How many of these jobs one process runs at a time. */
  readonly slots: number
  /**
   * About how many of these jobs all processes together run at a time for one mailbox, so that a
   * busy mailbox does not delay the others.
   */
  readonly slotsPerMailbox?: number
}

/** A job that starts by a cron expression, in UTC. */
export type JobSchedule = { readonly name: string; readonly cron: string }

export type JobQueue = Jobs & {
  /** Starts to work on jobs, and sets the schedules. */
  work(
    ctx: Context,
    handlers: readonly JobHandler[],
    schedules: readonly JobSchedule[],
  ): Promise<void>
  /**
   * Runs all jobs that are due, and those that they enqueue. Returns when none is left. For tests.
   */
  drain(ctx: Context, handlers: readonly JobHandler[]): Promise<void>
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

const queueOptions = {
  // With backoff 13 retries last at least a day: a mail server may be down that long.
  retryLimit: 13,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: (2 * minuteMs) / secondMs,
  // A worker that sends no heartbeat for this long is dead, and the job is retried elsewhere.
  heartbeatSeconds: 15,
  retentionSeconds: (3 * dayMs) / secondMs,
  deleteAfterSeconds: dayMs / secondMs,
}

const hasCurrentOptions = (queue: QueueResult) =>
  Object.entries(queueOptions).every(
    ([name, value]) => queue[name as keyof typeof queueOptions] === value,
  )

const notYetDelaySeconds = 5
/**
 * PostgreSQL announces new jobs but not retries that become due. An idle worker polls for those.
 */
const pollSeconds = 5
const shutdownGraceMs = 3 * secondMs

/** pg-boss in the product's own PostgreSQL: a job is a row, written in the caller's transaction. */
export async function createJobQueue(databaseUrl: string, logger: Logger): Promise<JobQueue> {
  // pg-boss passes options that it does not know, such as Client, on to the driver.
  const connections = { connectionString: databaseUrl, max: 4, Client: PreparedClient }
  const boss = new PgBoss({
    ...connections,
    application_name: 'doorman-jobs',
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  let isStopping = false
  boss.on('error', (err) => {
    // A job that outlasts the shutdown grace was returned to the queue, so recording its end fails.
    if (!isStopping) logger.error({ err, event: 'job-queue-failed' })
  })
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, deduplicate } of jobs) {
    const queue = existing.get(name)
    if (!queue)
      await boss.createQueue(name, {
        ...(deduplicate && { policy: deduplicate.until === 'started' ? 'short' : 'exclusive' }),
        notify: true,
        ...queueOptions,
      })
    else if (!hasCurrentOptions(queue)) await boss.updateQueue(name, queueOptions)
  }
  // Deleting a queue also deletes its schedules.
  for (const name of retiredJobNames) await boss.deleteQueue(name)

  async function insert(db: Db, job: Job, payloads: readonly unknown[]): Promise<void> {
    if (payloads.length === 0) return
    const rows = payloads.map((payload) => toRow(job, job.payload.parse(payload) as object))
    await boss.insert(job.name, rows, { db: fromDrizzle(db, sql) })
  }

  async function openSlot(ctx: Context, handler: JobHandler): Promise<void> {
    const { name, slotsPerMailbox } = handler
    const options = {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: pollSeconds,
      ...(slotsPerMailbox !== undefined && { groupConcurrency: slotsPerMailbox }),
    }
    const slot = await boss.work<object>(name, options, async ([job]) => {
      // Wakes the slot for its next job at once. Otherwise it would wait for the polling interval.
      boss.notifyWorker(slot)
      if (job) await run(ctx, handler, job)
    })
  }

  async function run(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<void> {
    const outcome = await runHandler(ctx, handler, job, logger)
    if (outcome === 'not-yet') await enqueueAgain(handler, job)
    else if (typeof outcome === 'object') await retryLater(handler, job, outcome)
  }

  async function enqueueAgain({ name }: JobHandler, job: FetchedJob): Promise<void> {
    // A deduplication key of its own: a new job with the same payload may succeed at once, and
    // must not be dropped because of this one.
    const row = { ...toRow({}, job.data), singletonKey: `not yet ${job.id}` }
    await boss.insert(name, [{ ...row, startAfter: notYetDelaySeconds }])
  }

  /**
   * Ends the attempt as failed, so that the job keeps its deduplication key and its count of
   * retries.
   */
  async function retryLater(
    { name }: JobHandler,
    job: FetchedJob,
    { reason, retryAfterMs }: RetryLater,
  ): Promise<void> {
    await boss.fail(name, job)
    const [failed] = await boss.findJobs(name, { id: job.id })
    const line = { jobName: name, jobId: job.id, code: reason }
    if (failed?.state === 'failed') logger.warn({ ...line, event: 'job-given-up' })
    if (failed?.state !== 'retry') return
    const delaySeconds = Math.ceil((retryAfterMs ?? 0) / secondMs)
    // No worker takes the job before the update: the shortest backoff is ten seconds.
    if (failed.startAfter.getTime() < Date.now() + delaySeconds * secondMs)
      await boss.update(name, undefined, { id: job.id, startAfter: delaySeconds })
    logger.info({ ...line, retryAfterMs, event: 'job-retried-later' })
  }

  async function listQueuesWithDueJobs(): Promise<Set<string>> {
    const { rows } = await boss.getDb().executeSql(`
      select distinct name from pgboss.job where state < 'active' and start_after <= now()`)
    return new Set(rows.map(({ name }) => String(name)))
  }

  /** Runs one job that is due. Returns whether there was one. */
  async function runNext(ctx: Context, handler: JobHandler): Promise<boolean> {
    const [job] = await boss.fetch<object>(handler.name)
    if (!job) return false
    await run(ctx, handler, job).then(
      () => boss.complete(handler.name, job.id),
      () => boss.fail(handler.name, job.id),
    )
    return true
  }

  return {
    enqueue: (db, job, payload) => insert(db, job, [payload]),
    enqueueAll: insert,

    async work(ctx, handlers, schedules) {
      for (const handler of handlers)
        for (let slot = 0; slot < handler.slots; slot++) await openSlot(ctx, handler)
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },

    async drain(ctx, handlers) {
      let isIdle = false
      while (!isIdle) {
        isIdle = true
        const due = await listQueuesWithDueJobs()
        for (const handler of handlers)
          if (due.has(handler.name)) while (await runNext(ctx, handler)) isIdle = false
      }
    },

    stop() {
      isStopping = true
      return boss.stop({ graceful: true, timeout: shutdownGraceMs, close: true })
    },
  }
}

/** `retryCount` is the fencing token: pg-boss ends a job only for the attempt that has it. */
type FetchedJob = { readonly id: string; readonly retryCount: number; readonly data: object }

function toRow(
  { deduplicate, delaySeconds }: Pick<Job, 'deduplicate' | 'delaySeconds'>,
  data: object,
): JobInsert {
  const fields = new Map<string, unknown>(Object.entries(data))
  const mailboxId = fields.get('mailboxId')
  return {
    data,
    ...(deduplicate && {
      singletonKey: deduplicate.by.map((name) => String(fields.get(name))).join(' '),
    }),
    ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
    ...(typeof mailboxId === 'string' && { group: { id: mailboxId } }),
  }
}

/**
 * pg-boss stores the text of a thrown error. It might quote an email, so our own text replaces it.
 */
async function runHandler(
  ctx: Context,
  handler: JobHandler,
  job: FetchedJob,
  logger: Logger,
): Promise<JobOutcome> {
  try {
    const outcome = await handler.run(ctx, job.data)
    if (outcome === 'given-up')
      logger.warn({ jobName: handler.name, jobId: job.id, event: 'job-given-up' })
    return outcome
  } catch (err) {
    logger.error({ err, jobName: handler.name, jobId: job.id, event: 'job-failed' })
    throw new Error(`${handler.name} failed`)
  }
}
