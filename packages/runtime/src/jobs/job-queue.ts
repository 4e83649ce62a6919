import type { Db } from '@doorman/db/client'
import { PreparedClient } from '@doorman/db/prepared-client'
import { minuteMs, secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import {
  jobs,
  retiredJobNames,
  type Job,
  type JobOutcome,
  type Jobs,
  type Postponed,
  type RetryLater,
} from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type JobInsert } from 'pg-boss'
import type { Logger } from 'pino'
import {
  groupByQueue,
  hasOptions,
  isLeftoverQueue,
  listQueueNames,
  toQueueOptions,
} from './queues.ts'

export type JobHandler = {
  readonly name: string
  /** A job that throws is retried with backoff. */
  run(ctx: Context, data: unknown): Promise<JobOutcome>
  /**
   * How many of these jobs one process runs at a time. Of a job with `isPerProvider`: how many for
   * each provider, so that jobs that wait for a silent provider take no slot of another.
   */
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

const deletionIntervalSeconds = (5 * minuteMs) / secondMs

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
    maintenanceIntervalSeconds: deletionIntervalSeconds,
  })
  let isStopping = false
  boss.on('error', (err) => {
    // A job that outlasts the shutdown grace was returned to the queue, so recording its end fails.
    if (!isStopping) logger.error({ err, event: 'job-queue-failed' })
  })
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const options = toQueueOptions(job)
    for (const name of listQueueNames(job.name)) {
      const queue = existing.get(name)
      if (!queue)
        await boss.createQueue(name, {
          ...(job.deduplicate && {
            policy: job.deduplicate.until === 'started' ? 'short' : 'exclusive',
          }),
          notify: true,
          ...options,
        })
      else if (!hasOptions(queue, options)) await boss.updateQueue(name, options)
    }
  }
  // Deleting a queue also deletes its schedules.
  for (const name of retiredJobNames) await boss.deleteQueue(name)

  async function insert(db: Db, job: Job, payloads: readonly unknown[]): Promise<void> {
    const rows = payloads.map((payload) => toRow(job, job.payload.parse(payload) as object))
    for (const [queueName, queued] of await groupByQueue(db, job, rows))
      await boss.insert(queueName, queued, { db: fromDrizzle(db, sql) })
  }

  async function openSlot(ctx: Context, handler: JobHandler, queueName: string): Promise<void> {
    const { slotsPerMailbox } = handler
    const options = {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: pollSeconds,
      ...(slotsPerMailbox !== undefined && { groupConcurrency: slotsPerMailbox }),
    }
    const slot = await boss.work<object>(queueName, options, async ([job]) => {
      // Wakes the slot for its next job at once. Otherwise it would wait for the polling interval.
      boss.notifyWorker(slot)
      if (job) await run(ctx, handler, { ...job, queueName })
    })
  }

  async function run(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<void> {
    const outcome = await runHandler(ctx, handler, job, logger)
    if (outcome === 'not-yet') await enqueueAgain(job)
    else if (typeof outcome !== 'object') return
    else if (outcome.kind === 'postponed') await postpone(handler, job, outcome)
    else await retryLater(handler, job, outcome)
  }

  async function enqueueAgain({ id, queueName, data }: FetchedJob): Promise<void> {
    // A deduplication key of its own: a new job with the same payload may succeed at once, and
    // must not be dropped because of this one.
    const row = { ...toRow({}, data), singletonKey: `not yet ${id}` }
    await boss.insert(queueName, [{ ...row, startAfter: notYetDelaySeconds }])
  }

  /**
   * Ends the attempt as failed, so that the job keeps its deduplication key and its count of
   * retries.
   */
  async function retryLater(
    handler: JobHandler,
    job: FetchedJob,
    { reason, retryAfterMs }: RetryLater,
  ): Promise<void> {
    const { id, queueName } = job
    await boss.fail(queueName, job)
    const [failed] = await boss.findJobs(queueName, { id })
    const line = { jobName: handler.name, jobId: id, code: reason }
    if (failed?.state === 'failed') logger.warn({ ...line, event: 'job-given-up' })
    if (failed?.state !== 'retry') return
    const delaySeconds = Math.ceil((retryAfterMs ?? 0) / secondMs)
    // No worker takes the job before the update: the shortest backoff is ten seconds.
    if (failed.startAfter.getTime() < Date.now() + delaySeconds * secondMs)
      await boss.update(queueName, undefined, { id, startAfter: delaySeconds })
    logger.info({ ...line, retryAfterMs, event: 'job-retried-later' })
  }

  /**
   * Puts the job back without counting an attempt: pg-boss counts one when it fetches a job that
   * has a `started_on`. State and retry count are the fence, as everywhere in pg-boss: if this
   * worker was thought dead and another one has the job, nothing changes. `retry`, not `created`:
   * of created jobs, a queue that deduplicates until the start holds one per key, and a newer one
   * may be there by now.
   */
  async function postpone(
    handler: JobHandler,
    { id, queueName, retryCount }: FetchedJob,
    { reason, delayMs }: Postponed,
  ): Promise<void> {
    const delaySeconds = Math.max(notYetDelaySeconds, Math.ceil(delayMs / secondMs))
    await boss.getDb().executeSql(
      `update pgboss.job
       set state = 'retry', started_on = null, heartbeat_on = null,
         start_after = now() + $4 * interval '1 second'
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [queueName, id, retryCount, delaySeconds],
    )
    logger.info({
      jobName: handler.name,
      jobId: id,
      code: reason,
      retryAfterMs: delayMs,
      event: 'job-retried-later',
    })
  }

  async function listQueuesWithDueJobs(): Promise<Set<string>> {
    const { rows } = await boss.getDb().executeSql(`
      select distinct name from pgboss.job where state < 'active' and start_after <= now()`)
    return new Set(rows.map(({ name }) => String(name)))
  }

  /** Runs one job that is due. Returns whether there was one. */
  async function runNext(ctx: Context, handler: JobHandler, queueName: string): Promise<boolean> {
    const [job] = await boss.fetch<object>(queueName)
    if (!job) return false
    await run(ctx, handler, { ...job, queueName }).then(
      () => boss.complete(queueName, job.id),
      () => boss.fail(queueName, job.id),
    )
    return true
  }

  return {
    enqueue: (db, job, payload) => insert(db, job, [payload]),
    enqueueAll: insert,

    async work(ctx, handlers, schedules) {
      for (const handler of handlers)
        for (const queueName of listQueueNames(handler.name)) {
          const slots = isLeftoverQueue(handler.name, queueName) ? 1 : handler.slots
          for (let slot = 0; slot < slots; slot++) await openSlot(ctx, handler, queueName)
        }
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },

    async drain(ctx, handlers) {
      let isIdle = false
      while (!isIdle) {
        isIdle = true
        const due = await listQueuesWithDueJobs()
        for (const handler of handlers)
          for (const queueName of listQueueNames(handler.name))
            if (due.has(queueName)) while (await runNext(ctx, handler, queueName)) isIdle = false
      }
    },

    stop() {
      isStopping = true
      return boss.stop({ graceful: true, timeout: shutdownGraceMs, close: true })
    },
  }
}

/** `retryCount` is the fencing token: pg-boss ends a job only for the attempt that has it. */
type FetchedJob = {
  readonly id: string
  readonly retryCount: number
  readonly data: object
  readonly queueName: string
}

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
