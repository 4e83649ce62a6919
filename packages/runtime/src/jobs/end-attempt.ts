import type { JobFailure } from '@doorman/domain/jobs/job-failures'
import { secondMs } from '@doorman/domain/time'
import type { GivenUp, JobOutcome, Postponed, RetryLater } from '@doorman/services/ports/jobs'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { FinishedJobs } from './finished-jobs.ts'
import { toRow, type FetchedJob } from './job-row.ts'

const notYetDelaySeconds = 5

/** The ends of one attempt to run a job. */
export type EndAttempt = {
  /** The handler returned this outcome. */
  as(outcome: JobOutcome, jobName: string, job: FetchedJob): Promise<void>
  /**
   * The queue retries the job or has it fail. Only the kind of failure is stored, since the text of
   * an error might quote an email.
   */
  failed(job: FetchedJob, failure: JobFailure): Promise<void>
}

export function createEndAttempt({
  boss,
  finished,
  logger,
}: {
  readonly boss: PgBoss
  readonly finished: FinishedJobs
  readonly logger: Logger
}): EndAttempt {
  async function failAttempt(job: FetchedJob, failure: JobFailure): Promise<void> {
    await boss.fail(job.queueName, job, { failure })
    finished.noteFailure()
  }

  /** Fails the job for good. State and retry count are the fence, as in `postpone`. */
  async function giveUp(
    jobName: string,
    { id, queueName, retryCount }: FetchedJob,
    { failure }: GivenUp,
  ): Promise<void> {
    await boss.getDb().executeSql(
      `update pgboss.job set state = 'failed', completed_on = now(), output = $4::jsonb
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [queueName, id, retryCount, JSON.stringify({ failure })],
    )
    finished.noteFailure()
    logger.warn({ jobName, jobId: id, code: failure, event: 'job-given-up' })
  }

  async function enqueueAgain({ id, queueName, data }: FetchedJob): Promise<void> {
    // Gets another deduplication key. With its old key, a new job with the same payload would be
    // dropped, although it may succeed at once.
    const singletonKey = `not yet ${id}`
    const { groupId, ...row } = toRow({}, data ?? {})
    const group = groupId === undefined ? {} : { group: { id: groupId } }
    await boss.insert(queueName, [
      { ...row, ...group, singletonKey, startAfter: notYetDelaySeconds },
    ])
  }

  /**
   * Ends the attempt as failed, so that the job keeps its deduplication key and its count of
   * retries.
   */
  async function retryLater(
    jobName: string,
    job: FetchedJob,
    { reason, failure, retryAfterMs }: RetryLater,
  ): Promise<void> {
    const { id, queueName } = job
    await failAttempt(job, failure)
    const [failed] = await boss.findJobs(queueName, { id })
    const line = { jobName, jobId: id, code: reason }
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
   * has a `started_on`. State and retry count are the fencing token, as everywhere in pg-boss: if
   * this worker was thought dead and another one has the job, nothing changes. The state becomes
   * `retry`, not `created`: some queues hold only one created job per key, and a newer one may have
   * been created since.
   */
  async function postpone(
    jobName: string,
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
    const line = { jobName, jobId: id, code: reason, retryAfterMs: delaySeconds * secondMs }
    logger.info({ ...line, event: 'job-retried-later' })
  }

  return {
    failed: failAttempt,

    async as(outcome, jobName, job) {
      if (outcome === 'completed') finished.countCompleted()
      else if (typeof outcome !== 'object') {
        if (outcome === 'not-yet') await enqueueAgain(job)
        else finished.countCompleted()
        await boss.complete(job.queueName, job)
      } else if (outcome.kind === 'postponed') await postpone(jobName, job, outcome)
      else if (outcome.kind === 'given-up') await giveUp(jobName, job, outcome)
      else await retryLater(jobName, job, outcome)
    },
  }
}
