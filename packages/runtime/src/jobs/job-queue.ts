import type { Db } from '@doorman/db/client'
import { PreparedClient } from '@doorman/db/prepared-client'
import { maxConcurrentJobs, type JobFailure } from '@doorman/domain/jobs/job-failures'
import { minuteMs, secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import {
  jobs,
  retiredJobNames,
  type Job,
  type JobOutcome,
  type Jobs,
  type Postponed,
} from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { deleteOrphans } from './delete-orphans.ts'
import { createEndAttempt } from './end-attempt.ts'
import { trackFinishedJobs } from './finished-jobs.ts'
import { toJobFailure } from './job-failure.ts'
import { toPayload, toRow, withRequestId, type FetchedJob } from './job-row.ts'
import {
  groupByQueue,
  hasOptions,
  isLeftoverQueue,
  listQueueNames,
  toQueueOptions,
} from './queues.ts'
import { createSharedSlots, sharedSlots, type SharedKind } from './shared-slots.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { runForRequest } from '../request-id.ts'

export type JobHandler = {
  readonly name: string
  /** A job that throws is retried with backoff. */
  run(ctx: Context, data: unknown): Promise<JobOutcome>
  /**
   * How many of these jobs one process runs at a time. Of a job with `isPerProvider`: how many for
   * each provider, so that jobs that wait for a silent provider take no slot of another.
   * Shared: one job of the queue at a time, in one of the slots of `shared-slots.ts`.
   */
  readonly slots: number | SharedKind
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

/** How many jobs one process runs at a time with these handlers. */
export function countSlots(handlers: readonly Pick<JobHandler, 'name' | 'slots'>[]): number {
  let count = handlers.some(({ slots }) => typeof slots !== 'number') ? sharedSlots : 0
  for (const { name, slots } of handlers)
    for (const queueName of listQueueNames(name))
      if (typeof slots === 'number' && !isLeftoverQueue(name, queueName)) count += slots
  return count
}

/** A job that waits for a slot already counts as running, and must not expire meanwhile. */
const noFreeSlot: Postponed = { kind: 'postponed', reason: 'no-free-slot', delayMs: 0 }

const deletionIntervalSeconds = (5 * minuteMs) / secondMs

/**
 * PostgreSQL announces new jobs but not retries that become due. An idle worker polls for those.
 */
const pollSeconds = 5
const shutdownGraceMs = 3 * secondMs

type JobQueueOptions = {
  readonly metrics?: Pick<Metrics, 'timeJob'>
  /** How long a job waits for a shared slot before it goes back to the queue. */
  readonly slotWaitMs?: number
}

/** pg-boss in the product's own PostgreSQL: a job is a row, written in the caller's transaction. */
export async function createJobQueue(
  databaseUrl: string,
  logger: Logger,
  { metrics = createMetrics(), slotWaitMs }: JobQueueOptions = {},
): Promise<JobQueue> {
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

  const finished = await trackFinishedJobs(boss, (err) =>
    logger.warn({ err, event: 'job-totals-failed' }),
  )
  const endAttempt = createEndAttempt({ boss, finished, logger })
  const runInSharedSlot = createSharedSlots(slotWaitMs)

  async function insert(db: Db, job: Job, payloads: readonly unknown[]): Promise<void> {
    const rows = payloads.map((payload) =>
      toRow(job, withRequestId(job.payload.parse(payload) as object)),
    )
    for (const [queueName, queued] of await groupByQueue(db, job, rows))
      await boss.insert(queueName, queued, { db: fromDrizzle(db, sql) })
  }

  async function openSlot(
    ctx: Context,
    handler: JobHandler,
    queueName: string,
    slots: JobHandler['slots'],
  ): Promise<void> {
    const { slotsPerMailbox } = handler
    const options = {
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: pollSeconds,
      ...(slotsPerMailbox !== undefined && { groupConcurrency: slotsPerMailbox }),
    }
    const slot = await boss.work<object>(queueName, options, async ([job]) => {
      // Wakes the slot for its next job at once. Otherwise it would wait for the polling interval.
      boss.notifyWorker(slot)
      if (!job) return
      const fetched = { ...job, queueName }
      const runJob = () => run(ctx, handler, fetched)
      if (typeof slots === 'number') await runJob()
      else if (!(await runInSharedSlot(slots, job.signal, runJob)))
        await endAttempt.as(noFreeSlot, handler.name, fetched)
    })
  }

  async function run(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<void> {
    await runForRequest(toPayload(job).requestId, () => runInRequest(ctx, handler, job))
  }

  async function runInRequest(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<void> {
    let outcome: JobOutcome
    try {
      outcome = await metrics.timeJob(handler.name, () => runHandler(ctx, handler, job, logger))
    } catch (error) {
      await endAttempt.failed(job, error instanceof HandlerError ? error.failure : 'bug')
      return
    }
    await endAttempt.as(outcome, handler.name, job)
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

  let stopped: Promise<void> | undefined

  /** The connections close last: the totals include the jobs that end during the shutdown. */
  async function stop(): Promise<void> {
    await boss.stop({ graceful: true, timeout: shutdownGraceMs, close: false })
    await finished.stop()
    await boss.stop({ close: true })
  }

  return {
    enqueue: (db, job, payload) => insert(db, job, [payload]),
    enqueueAll: insert,
    deleteOrphans,

    async work(ctx, handlers, schedules) {
      if (countSlots(handlers) > maxConcurrentJobs)
        throw new Error(`A worker has at most ${maxConcurrentJobs} slots`)
      for (const handler of handlers)
        for (const queueName of listQueueNames(handler.name)) {
          const isLeftover = isLeftoverQueue(handler.name, queueName)
          const slots = isLeftover ? 'shared-outside' : handler.slots
          const count = typeof slots === 'number' ? slots : 1
          for (let slot = 0; slot < count; slot++) await openSlot(ctx, handler, queueName, slots)
        }
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
      finished.start()
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
      await finished.record()
    },

    stop() {
      isStopping = true
      stopped ??= stop()
      return stopped
    },
  }
}

class HandlerError extends Error {
  readonly failure: JobFailure

  constructor(failure: JobFailure) {
    super('The job failed')
    this.failure = failure
  }
}

/** Logs what a handler throws, and throws only its kind. */
async function runHandler(
  ctx: Context,
  handler: JobHandler,
  job: FetchedJob,
  logger: Logger,
): Promise<JobOutcome> {
  try {
    return await handler.run(ctx, toPayload(job).payload)
  } catch (err) {
    logger.error({ err, jobName: handler.name, jobId: job.id, event: 'job-failed' })
    throw new HandlerError(toJobFailure(err))
  }
}
