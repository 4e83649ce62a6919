import type { Db } from '@doorman/db/client'
import { PreparedClient } from '@doorman/db/prepared-client'
import { minuteMs, secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import { jobs, retiredJobNames, type Job, type Jobs } from '@doorman/services/ports/jobs'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { deleteOrphans } from './delete-orphans.ts'
import { createEndAttempt } from './end-attempt.ts'
import { trackFinishedJobs } from './finished-jobs.ts'
import type { JobHandler, JobSchedule } from './job-handler.ts'
import { toRow, withRequestId } from './job-row.ts'
import { groupByQueue, hasOptions, listQueueNames, toQueueOptions } from './queues.ts'
import { planSlots } from './slots.ts'
import { createWorker } from './worker.ts'

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

const defaultShutdownGraceMs = 3 * secondMs

/** pg-boss in the product's own PostgreSQL: a job is a row, written in the caller's transaction. */
export async function createJobQueue(
  databaseUrl: string,
  logger: Logger,
  {
    metrics = createMetrics(),
    pollMs,
    shutdownGraceMs = defaultShutdownGraceMs,
  }: {
    readonly metrics?: Pick<Metrics, 'timeJob'>
    readonly pollMs?: number
    readonly shutdownGraceMs?: number
  } = {},
): Promise<JobQueue> {
  // pg-boss passes options that it does not know, such as Client, on to the driver.
  const connections = { connectionString: databaseUrl, max: 4, Client: PreparedClient }
  const boss = new PgBoss({
    ...connections,
    application_name: 'doorman-jobs',
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: deletionIntervalSeconds,
  })
  let isStopping = false
  const onError = (err: unknown) => {
    // A job that outlasts the shutdown grace was returned to the queue, so recording its end fails.
    if (!isStopping) logger.error({ err, event: 'job-queue-failed' })
  }
  boss.on('error', onError)
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
  const worker = createWorker({ boss, endAttempt, metrics, logger, pollMs, onError })

  async function insert(db: Db, job: Job, payloads: readonly unknown[]): Promise<void> {
    const rows = payloads.map((payload) =>
      toRow(job, withRequestId(job.payload.parse(payload) as object)),
    )
    for (const [queueName, queued] of await groupByQueue(db, job, rows))
      await boss.insert(queueName, queued, { db: fromDrizzle(db, sql) })
  }

  let stopped: Promise<void> | undefined

  /** The connections close last: the totals include the jobs that end during the shutdown. */
  async function stop(): Promise<void> {
    await worker.stop(shutdownGraceMs)
    await boss.stop({ graceful: true, timeout: shutdownGraceMs, close: false })
    await finished.stop()
    await boss.stop({ close: true })
  }

  return {
    enqueue: (db, job, payload) => insert(db, job, [payload]),
    enqueueAll: insert,
    deleteOrphans,

    async work(ctx, handlers, schedules) {
      await worker.start(ctx, planSlots(handlers))
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
      finished.start()
    },

    async drain(ctx, handlers) {
      const all = handlers.flatMap((handler) =>
        listQueueNames(handler.name).map((name) => ({ name, handler })),
      )
      let isIdle = false
      while (!isIdle) {
        isIdle = true
        for (const queue of await worker.listDueQueues(all))
          while (await worker.runNext(ctx, [queue])) isIdle = false
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
