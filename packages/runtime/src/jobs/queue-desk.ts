import type { Db } from '@doorman/db/client'
import { isUniqueViolation } from '@doorman/db/queries/is-unique-violation'
import { isJobFailure, type JobFailure } from '@doorman/domain/jobs/job-failures'
import type {
  FailedJob,
  FailedJobChange,
  QueueDesk,
  QueueMetrics,
} from '@doorman/services/ports/queue-desk'
import { sql } from 'drizzle-orm'
import { failedRetentionSeconds } from './finished-jobs.ts'

type JobKey = { readonly id: string; readonly queue: string }

/** pg-boss sends scheduled jobs through queues of its own. */
const isOurs = sql`left(name, 8) <> '__pgboss'`

export const queueDesk: QueueDesk = {
  /** By index: only jobs that wait or run are read, whatever else is in the table. */
  async loadMetrics(db) {
    const { rows } = await db.execute<{ [Name in keyof QueueMetrics]: string }>(sql`
      select completed, failed,
        (select count(*) from pgboss.job where state < 'active' and not blocked and ${isOurs}) as waiting,
        (select count(*) from pgboss.job where state = 'active' and ${isOurs}) as active
      from job_totals`)
    const [row] = rows
    if (!row) throw new Error('The row of job totals is missing')
    return {
      waiting: Number(row.waiting),
      active: Number(row.active),
      completed: Number(row.completed),
      failed: Number(row.failed),
    }
  },

  async listFailed(db, { before, limit }) {
    const isOlder = before
      ? sql`and (completed_on, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
      : sql``
    const { rows } = await db.execute<FailedRow>(sql`
      select id, name, data, output, retry_count, created_on, completed_on,
        to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from pgboss.job where state = 'failed' and ${isOurs} ${isOlder}
      order by completed_on desc, id desc limit ${limit}`)
    return rows.map(toFailedJob)
  },

  async findPayload(db, { id, queue }) {
    const { rows } = await db.execute<{ data: object }>(
      sql`select data from pgboss.job where name = ${queue} and id = ${id} and state = 'failed'`,
    )
    return rows[0]?.data ?? null
  },

  /**
   * The job gets all its retries again. Its retry count is the fencing token, so it keeps growing:
   * a worker that was thought dead must not end the new attempt.
   */
  async retry(db, job) {
    try {
      // A race: if a newer job with the same key is enqueued at the same moment, the unique index
      // refuses this one. The savepoint keeps the caller's transaction usable.
      return await db.transaction(async (tx) => {
        if (await hasNewer(tx, job)) return 'superseded'
        const { rows } = await tx.execute<Changed>(sql`
          with failed as (
            select name, id, deletion_seconds from pgboss.job
            where name = ${job.queue} and id = ${job.id} and state = 'failed' and ${isOurs}
            for update
          )
          update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
            output = null, retry_limit = job.retry_count + 1 + options.retry_limit,
            deletion_seconds = options.deletion_seconds,
            keep_until = now() + options.retention_seconds * interval '1 second'
          from failed join (
            select name, retry_limit, deletion_seconds, retention_seconds from pgboss.queue
          ) options using (name)
          where job.name = failed.name and job.id = failed.id
          returning failed.deletion_seconds = ${failedRetentionSeconds} as "isCounted"`)
        const [changed] = rows
        if (!changed) return findObstacle(tx, job)
        if (changed.isCounted) await addFailed(tx, -1)
        return 'done'
      })
    } catch (error) {
      if (isUniqueViolation(error)) return 'superseded'
      throw error
    }
  },

  async drop(db, job) {
    const { rows } = await db.execute<Changed>(sql`
      delete from pgboss.job
      where name = ${job.queue} and id = ${job.id} and state = 'failed' and ${isOurs}
      returning deletion_seconds = ${failedRetentionSeconds} as "isCounted"`)
    const [changed] = rows
    if (!changed) return findObstacle(db, job)
    if (!changed.isCounted) await addFailed(db, 1)
    return 'done'
  },
}

type Changed = { readonly isCounted: boolean }

type FailedRow = {
  readonly id: string
  readonly name: string
  readonly data: object
  readonly output: unknown
  readonly retry_count: number
  readonly created_on: string | Date
  readonly completed_on: string | Date
  readonly at: string
}

function toFailedJob(row: FailedRow): FailedJob {
  return {
    id: row.id,
    queue: row.name,
    failure: toFailure(row.output),
    attempts: row.retry_count + 1,
    createdAt: new Date(row.created_on),
    failedAt: new Date(row.completed_on),
    key: { at: row.at, id: row.id },
    data: row.data,
  }
}

/** Messages that pg-boss writes itself, and the failures they mean. */
const ownMessages: readonly (readonly [RegExp, JobFailure])[] = [
  [/timed out|exceeded/, 'timed-out'],
  [/heartbeat|shut down/, 'worker-lost'],
]

/** `output` is what `failAttempt` stored, or pg-boss for a job whose worker did not end it. */
function toFailure(output: unknown): JobFailure {
  const { failure, message, value }: { failure?: unknown; message?: unknown; value?: unknown } =
    typeof output === 'object' ? (output ?? {}) : {}
  if (isJobFailure(failure)) return failure
  const text = JSON.stringify(message ?? value ?? '')
  return ownMessages.find(([pattern]) => pattern.test(text))?.[1] ?? 'bug'
}

/** Whether a job with the same deduplication key waits or runs. */
async function hasNewer(db: Db, { id, queue }: JobKey): Promise<boolean> {
  const isSameWork = sql`newer.name = failed.name
    and coalesce(newer.singleton_key, '') = coalesce(failed.singleton_key, '')`
  // One subquery for each unique index of pg-boss.
  const { rows } = await db.execute(sql`
    select from pgboss.job failed
    where name = ${queue} and id = ${id} and state = 'failed' and (
      exists (select from pgboss.job newer
        where ${isSameWork} and newer.policy = 'exclusive' and newer.state <= 'active')
      or exists (select from pgboss.job newer
        where ${isSameWork} and newer.policy = 'short' and newer.state = 'created'))`)
  return rows.length > 0
}

async function findObstacle(db: Db, { id, queue }: JobKey): Promise<FailedJobChange> {
  const { rows } = await db.execute<{ state: string }>(
    sql`select state from pgboss.job where name = ${queue} and id = ${id} and ${isOurs}`,
  )
  const state = rows[0]?.state
  if (state === undefined) return 'gone'
  if (state === 'active') return 'running'
  return state === 'created' || state === 'retry' ? 'waiting' : 'finished'
}

async function addFailed(db: Db, count: 1 | -1): Promise<void> {
  await db.execute(sql`update job_totals set failed = failed + ${count}`)
}
