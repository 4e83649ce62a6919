import type { ValuesOrPlaceholders } from '@doorman/db/prepared'
import { maxConcurrentJobs, type JobFailure } from '@doorman/domain/jobs/job-failures'
import type { Context } from '@doorman/services/ports/context'
import type { Attempt, AttemptParts, AttemptValues, JobOutcome } from '@doorman/services/ports/jobs'
import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { runForRequest } from '../request-id.ts'
import { channel, createEar, type Ear } from './announcements.ts'
import { announceAfter } from './announcer.ts'
import type { EndAttempt } from './end-attempt.ts'
import { toJobFailure } from './job-failure.ts'
import type { JobHandler } from './job-handler.ts'
import { toPayload, type FetchedJob } from './job-row.ts'
import { claimJobs } from './claim-jobs.ts'
import { openDispatcher } from './dispatcher.ts'
import { findWork, type FoundWork } from './find-work.ts'
import { runInTime, type RunningJob } from './run-in-time.ts'
import type { Slot, SlotQueue } from './slots.ts'

export type Worker = {
  /** Runs jobs in these slots until the worker is stopped. */
  start(ctx: Context, slots: readonly Slot[]): Promise<void>
  /** Runs one due job of the queue. Returns whether there was one. */
  runNext(ctx: Context, queue: SlotQueue): Promise<boolean>
  /** Starts no more jobs. What still runs after the grace goes back to the queue. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs jobs. pg-boss stores them, retries them and notices workers that died. Its own workers serve
 * one queue each and ask for it again and again. Our slots share queues, so the dispatcher is ours.
 */
export function createWorker({
  boss,
  endAttempt,
  metrics,
  logger,
  pollMs,
  tellAll,
  onFound,
  onError,
}: {
  readonly boss: PgBoss
  readonly endAttempt: EndAttempt
  readonly metrics: Pick<Metrics, 'timeJob'>
  readonly logger: Logger
  readonly pollMs: number
  /** Notifies all workers, this one included. */
  readonly tellAll: (announcements: readonly string[]) => Promise<void>
  /** Takes care of the work that is not a job. */
  readonly onFound: (work: FoundWork) => void
  readonly onError: (error: unknown) => void
}): Worker {
  const running = new Set<FetchedJob>()
  const opened: { stop(): Promise<void> }[] = []
  const listeners: { close(): Promise<void> }[] = []
  let ownEar: Ear | undefined
  let isStopped = false

  function run(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<JobOutcome> {
    const attempt = toAttempt(job)
    const runOnce = () =>
      runForRequest(toPayload(job).requestId, () =>
        metrics.timeJob(handler.name, () => runHandler(ctx, handler, job, attempt, logger)),
      )
    return announceAfter(runOnce, (announcement) => ownEar?.hearOwn(announcement))
  }

  /**
   * Runs the job once. A run that continues after the job has expired no longer ends the attempt.
   */
  async function attempt(ctx: Context, handler: JobHandler, job: RunningJob): Promise<void> {
    running.add(job)
    try {
      const end = await runInTime(boss, job, { run: () => run(ctx, handler, job), onError })
      if (end === 'expired') await endAttempt.failed(job, 'timed-out')
      else await endAttempt.as(end.outcome, handler.name, job)
    } catch (error) {
      // Another worker has the job and will record its end, or the job was deleted.
      if (error instanceof JobLost) return
      if (!(error instanceof HandlerError)) onError(error)
      await endAttempt.failed(job, error instanceof HandlerError ? error.failure : 'bug')
    } finally {
      running.delete(job)
    }
  }

  /** Opens the slots, and wakes their queues by announcements and by polling. */
  async function open(ctx: Context, slots: readonly Slot[]): Promise<void> {
    const dispatcher = openDispatcher<RunningJob>({
      slots,
      claim: (queue, limit) => claimJobs(boss, queue, limit),
      run: ({ handler }, job) => attempt(ctx, handler, job),
      onError,
    })
    const queueNames = [...new Set(slots.flat().map(({ name }) => name))]
    const workerId = randomUUID()
    let isListening = false
    let polling: Promise<void> | undefined
    const poll = () => {
      polling ??= findWork(boss, queueNames, isListening ? workerId : null)
        .then((work) => {
          for (const name of work.dueQueues) dispatcher.wake(name)
          onFound(work)
        })
        .catch(onError)
        .finally(() => (polling = undefined))
    }
    const ear = createEar(workerId, { ...dispatcher, tellAll: (text) => void tellAll([text]) })
    ownEar = ear
    const timer = setInterval(poll, pollMs)
    opened.push({
      async stop() {
        clearInterval(timer)
        ear.stop()
        await Promise.all([tellAll([`@${workerId} left`]), dispatcher.stop()])
      },
    })
    // Announcements are lost while the connection is down. In that time the worker only polls.
    const { rows } = await boss.getDb().executeSql(`select ${channel} as channel`)
    const listener = await boss.getDb().listen?.(String(rows[0]?.['channel']), ear.hear, () => {
      isListening = true
      poll()
    })
    if (listener) listeners.push(listener)
    if (isStopped) await listener?.close()
  }

  return {
    async start(ctx, slots) {
      if (slots.length > maxConcurrentJobs)
        throw new Error(`A worker has at most ${maxConcurrentJobs} slots`)
      await open(ctx, slots).catch(onError)
    },

    async runNext(ctx, queue) {
      const [job] = (await claimJobs(boss, queue, 1)).jobs
      if (job) await attempt(ctx, queue.handler, job)
      return job !== undefined
    },

    async stop(graceMs) {
      const grace = new AbortController()
      await Promise.race([
        Promise.all(opened.map((slots) => slots.stop())),
        setTimeout(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
      ])
      grace.abort()
      for (const job of running) await endAttempt.failed(job, 'worker-lost').catch(onError)
      isStopped = true
      await Promise.allSettled(listeners.map((listener) => listener.close()))
    },
  }
}

/** The job expired and another worker may have it, or it was deleted with its user or mailbox. */
class JobLost extends Error {}

class HandlerError extends Error {
  readonly failure: JobFailure

  constructor(failure: JobFailure) {
    super('The job failed')
    this.failure = failure
  }
}

/** State and retry count are the fence, as everywhere in pg-boss. */
const attemptParts: AttemptParts = {
  lock: (job) => sql`select from pgboss.job_common where ${isOurs(job)} for update`,
  completeIf: (job, condition) => sql`
    update pgboss.job_common set state = 'completed', completed_on = now()
    where ${isOurs(job)} and ${condition}`,
}

function isOurs({ queueName, jobId, retryCount }: ValuesOrPlaceholders<AttemptValues>): SQL {
  return sql`name = ${queueName} and id = ${jobId} and state = 'active'
    and retry_count = ${retryCount}`
}

function toAttempt({ id, queueName, retryCount }: FetchedJob): Attempt {
  const values = { queueName, jobId: id, retryCount }
  return {
    async complete(db) {
      const { rowCount } = await db.execute(attemptParts.completeIf(values, sql`true`))
      if (rowCount === 0) throw new JobLost('The job was taken away before it was completed')
    },
    parts: attemptParts,
    values,
  }
}

/** Logs what a handler throws, and throws only its kind. A lost job is no error: its work was rolled back. */
async function runHandler(
  ctx: Context,
  handler: JobHandler,
  job: FetchedJob,
  attempt: Attempt,
  logger: Logger,
): Promise<JobOutcome> {
  try {
    return await handler.run(ctx, toPayload(job).payload, attempt)
  } catch (err) {
    if (err instanceof JobLost) {
      logger.info({ jobName: handler.name, jobId: job.id, event: 'job-lost' })
      throw err
    }
    logger.error({ err, jobName: handler.name, jobId: job.id, event: 'job-failed' })
    throw new HandlerError(toJobFailure(err))
  }
}
