import { maxConcurrentJobs, type JobFailure } from '@doorman/domain/jobs/job-failures'
import { secondMs } from '@doorman/domain/time'
import type { Context } from '@doorman/services/ports/context'
import type { JobOutcome } from '@doorman/services/ports/jobs'
import { setTimeout } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { runForRequest } from '../request-id.ts'
import type { EndAttempt } from './end-attempt.ts'
import { toJobFailure } from './job-failure.ts'
import type { JobHandler } from './job-handler.ts'
import { toPayload, type FetchedJob } from './job-row.ts'
import { runInTime, type RunningJob } from './run-in-time.ts'
import { openSlots, type OpenSlots, type Slot } from './slots.ts'

/** PostgreSQL announces new jobs but not retries that become due. An idle slot polls for those. */
const defaultPollMs = 5 * secondMs
/** Where pg-boss announces new jobs, with the name of the queue. */
const newJobsChannel = `select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`

type Worker = {
  /** Runs jobs in these slots until the worker is stopped. */
  start(ctx: Context, slots: readonly Slot[]): Promise<void>
  /** Runs one job that is due. Returns whether there was one. */
  runNext(ctx: Context, slot: Slot): Promise<boolean>
  /**
   * Of several queues, those with a due job: urgent jobs first, then the one that has waited longest.
   */
  listDueQueues(slot: Slot): Promise<Slot>
  /** Starts no more jobs. What still runs after the grace goes back to the queue. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs jobs. pg-boss hands them out, retries them and notices workers that died. Its own workers
 * serve one queue each. Our background and shared slots serve several, so the loop is ours.
 */
export function createWorker({
  boss,
  endAttempt,
  metrics,
  logger,
  pollMs = defaultPollMs,
  onError,
}: {
  readonly boss: PgBoss
  readonly endAttempt: EndAttempt
  readonly metrics: Pick<Metrics, 'timeJob'>
  readonly logger: Logger
  readonly pollMs?: number | undefined
  readonly onError: (error: unknown) => void
}): Worker {
  const running = new Set<FetchedJob>()
  const opened: OpenSlots[] = []
  const listeners: { close(): Promise<void> }[] = []
  let isStopped = false

  function run(ctx: Context, handler: JobHandler, job: FetchedJob): Promise<JobOutcome> {
    return runForRequest(toPayload(job).requestId, () =>
      metrics.timeJob(handler.name, () => runHandler(ctx, handler, job, logger)),
    )
  }

  async function listDueQueues(slot: Slot): Promise<Slot> {
    if (slot.length <= 1) return slot
    const { rows } = await boss.getDb().executeSql(
      `select name from pgboss.job
       where name = any($1) and state < 'active' and start_after <= now()
       group by name order by max(priority) desc, min(start_after)`,
      [slot.map(({ name }) => name)],
    )
    return rows.flatMap((row) => slot.filter(({ name }) => name === row['name']))
  }

  async function runNext(ctx: Context, slot: Slot): Promise<boolean> {
    for (const { name, handler } of await listDueQueues(slot)) {
      const { slotsPerMailbox } = handler
      const [job] = await boss.fetch<object>(name, {
        ...(slotsPerMailbox !== undefined && { groupConcurrency: slotsPerMailbox }),
      })
      if (!job) continue
      await attempt(ctx, handler, { ...job, queueName: name })
      return true
    }
    return false
  }

  /** Runs the job once. A run that goes on after the job has expired no longer ends the attempt. */
  async function attempt(ctx: Context, handler: JobHandler, job: RunningJob): Promise<void> {
    running.add(job)
    try {
      const end = await runInTime(boss, job, { run: () => run(ctx, handler, job), onError })
      if (end === 'expired') await endAttempt.failed(job, 'timed-out')
      else await endAttempt.as(end.outcome, handler.name, job)
    } catch (error) {
      if (!(error instanceof HandlerError)) onError(error)
      await endAttempt.failed(job, error instanceof HandlerError ? error.failure : 'bug')
    } finally {
      running.delete(job)
    }
  }

  /** Wakes idle slots when jobs are enqueued. Announcements are lost while the connection is away. */
  async function listen({ wake }: OpenSlots): Promise<void> {
    const { rows } = await boss.getDb().executeSql(newJobsChannel)
    const listener = await boss.getDb().listen?.(String(rows[0]?.['channel']), wake, () => wake())
    if (listener) listeners.push(listener)
    if (isStopped) await listener?.close()
    // For jobs that were enqueued before we listened.
    wake()
  }

  return {
    runNext,
    listDueQueues,

    async start(ctx, slots) {
      if (slots.length > maxConcurrentJobs)
        throw new Error(`A worker has at most ${maxConcurrentJobs} slots`)
      const started = openSlots({ slots, runNext: (slot) => runNext(ctx, slot), pollMs, onError })
      opened.push(started)
      // Without announcements, the slots poll.
      await listen(started).catch(onError)
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
