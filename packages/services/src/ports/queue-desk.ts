import type { Db } from '@doorman/db/client'
import type { JobFailure } from '@doorman/domain/jobs/job-failures'

/** Position in a list that is paged by key. `at` has microseconds and compares as text. */
export type ListKey = { readonly at: string; readonly id: string }

export type FailedJob = {
  readonly id: string
  readonly queue: string
  readonly failure: JobFailure
  readonly attempts: number
  readonly createdAt: Date
  readonly failedAt: Date
  readonly key: ListKey
  readonly data: object
}

export type QueueMetrics = {
  readonly waiting: number
  readonly active: number
  readonly completed: number
  readonly failed: number
}

/** What became of a failed job that an admin retries or drops. */
export type FailedJobChange =
  | 'done'
  /** The job does not exist, or no longer exists. */
  | 'gone'
  | 'waiting'
  | 'running'
  | 'finished'
  /** A newer job does the same work. */
  | 'superseded'

/** The job queue as an admin sees it. */
export type QueueDesk = {
  loadMetrics(db: Db): Promise<QueueMetrics>
  /** Newest first. */
  listFailed(
    db: Db,
    page: { readonly before: ListKey | null; readonly limit: number },
  ): Promise<FailedJob[]>
  /** The payload of a failed job. */
  findPayload(db: Db, job: { readonly id: string; readonly queue: string }): Promise<object | null>
  /** Lock order: jobs, job_totals. */
  retry(db: Db, job: { readonly id: string; readonly queue: string }): Promise<FailedJobChange>
  drop(db: Db, job: { readonly id: string; readonly queue: string }): Promise<FailedJobChange>
}
