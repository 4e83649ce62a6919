import { PreparedClient } from '@doorman/db/prepared-client'
import { hourMs, minuteMs, secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import type { Jobs } from '@doorman/services/ports/jobs'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { notifyWorkers } from './announcements.ts'
import { createAnnouncer } from './announcer.ts'
import { deleteOrphans } from './delete-orphans.ts'
import { drain } from './drain.ts'
import { createEndAttempt } from './end-attempt.ts'
import { deletionIntervalSeconds } from './find-work.ts'
import { trackFinishedJobs } from './finished-jobs.ts'
import { insertJobs, insertJobsForMailboxes } from './insert-jobs.ts'
import type { JobHandler, JobSchedule } from './job-handler.ts'
import { setUpQueues } from './set-up-queues.ts'
import { planSlots } from './slots.ts'
import { startSchedules } from './start-schedules.ts'
import { createWorker } from './worker.ts'

export type JobQueue = Jobs & {
  /** Starts to work on jobs, and sets the schedules. */
  work(
    ctx: Context,
    handlers: readonly JobHandler[],
    schedules: readonly JobSchedule[],
  ): Promise<void>
  /**
   * Runs all jobs that are due or will be within two seconds, and those that they enqueue. Returns when
   * none is left. For tests.
   */
  drain(ctx: Context, handlers: readonly JobHandler[]): Promise<void>
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * PostgreSQL announces new jobs. Between announcements, a worker looks for what else there is to do,
 * such as retries that have become due.
 */
const defaultPollMs = 5 * secondMs
const defaultShutdownGraceMs = 3 * secondMs
/**
 * How long a statement may take. Without a limit, a connection that dies silently would stop the worker's
 * polling for ever.
 */
const defaultAnswerTimeoutMs = minuteMs

/**
 * pg-boss in the product's own PostgreSQL: a job is a row, written in the caller's transaction. The
 * timers of pg-boss are off: a worker finds out in one statement whether there is anything to do
 * (`find-work.ts`), and other processes do without.
 */
export async function createJobQueue(
  databaseUrl: string,
  logger: Logger,
  {
    metrics = createMetrics(),
    pollMs = defaultPollMs,
    shutdownGraceMs = defaultShutdownGraceMs,
    answerTimeoutMs = defaultAnswerTimeoutMs,
  }: {
    readonly metrics?: Pick<Metrics, 'timeJob'>
    readonly pollMs?: number
    readonly shutdownGraceMs?: number
    readonly answerTimeoutMs?: number
  } = {},
): Promise<JobQueue> {
  // pg-boss passes options that it does not know, such as Client, on to the driver.
  const connections = {
    connectionString: databaseUrl,
    max: 4,
    Client: PreparedClient,
    // So that the listener, which mostly waits, also notices a dead connection.
    keepAlive: true,
    query_timeout: answerTimeoutMs,
  }
  const boss = new PgBoss({
    ...connections,
    application_name: 'doorman-jobs',
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: deletionIntervalSeconds,
    queueCacheIntervalSeconds: hourMs / secondMs,
    bamIntervalSeconds: hourMs / secondMs,
    notifyHeartbeatIntervalMs: minuteMs,
  })
  let isStopping = false
  const onError = (err: unknown) => {
    // A job that outlasts the shutdown grace was returned to the queue, so recording its end fails.
    if (!isStopping) logger.error({ err, event: 'job-queue-failed' })
  }
  boss.on('error', onError)
  await boss.start()
  await setUpQueues(boss)

  const finished = await trackFinishedJobs(boss, {
    intervalMs: 2 * pollMs,
    onError: (err) => logger.warn({ err, event: 'job-totals-failed' }),
  })
  const tellAll = (announcements: readonly string[]) =>
    notifyWorkers(boss, announcements).catch(onError)
  const announcer = createAnnouncer(tellAll)
  const endAttempt = createEndAttempt({ boss, finished, logger })
  let upkeep: Promise<void> | undefined
  const worker = createWorker({
    boss,
    endAttempt,
    metrics,
    logger,
    pollMs,
    tellAll,
    onError,
    onFound({ hasNewFailures, needsUpkeep }) {
      if (hasNewFailures) finished.noteFailure()
      // Two workers may find the same upkeep. pg-boss claims it first, so only one of them does it.
      if (needsUpkeep)
        upkeep ??= boss
          .supervise()
          .catch(onError)
          .finally(() => (upkeep = undefined))
    },
  })
  const scheduled: { stop(): Promise<void> }[] = []
  let stopped: Promise<void> | undefined

  /** The connections close last: the totals include the jobs that end during the shutdown. */
  async function stop(): Promise<void> {
    await Promise.all(scheduled.map((schedules) => schedules.stop()))
    await Promise.all([announcer.stop(), worker.stop(shutdownGraceMs)])
    await boss.stop({ graceful: true, timeout: shutdownGraceMs, close: false })
    await finished.stop()
    await boss.stop({ close: true })
  }

  return {
    enqueue: (db, job, payload) => insertJobs(announcer, db, job, [payload]),
    enqueueAll: (db, job, payloads) => insertJobs(announcer, db, job, payloads),
    enqueueForMailboxes: (db, job, which, payload) =>
      insertJobsForMailboxes(announcer, db, job, which, payload),
    deleteOrphans,

    async work(ctx, handlers, schedules) {
      await worker.start(ctx, planSlots(handlers))
      scheduled.push(await startSchedules(boss, schedules, onError))
      finished.start()
    },

    async drain(ctx, handlers) {
      await drain(ctx, handlers, { boss, worker })
      await finished.record()
    },

    stop() {
      isStopping = true
      stopped ??= stop()
      return stopped
    },
  }
}
