import { failedJobRetentionMs } from '@doorman/domain/jobs/job-failures'
import { secondMs } from '@doorman/domain/time'
import type { PgBoss } from 'pg-boss'

/**
 * How long failed jobs are kept. Also marks them as counted: uncounted ones still have their queue's
 * shorter retention.
 */
export const failedRetentionSeconds = failedJobRetentionMs / secondMs

/** Any number: it only has to differ from the keys of other advisory locks. */
const indexLockKey = 7_266_736

/**
 * pg-boss has no index for jobs by these states. These partial indexes contain active and failed
 * jobs only, so they stay small and cost a job next to nothing. Two processes that start together
 * race to create them, and one would fail. The advisory lock makes it wait and find them.
 */
const createIndexes = `do $$ begin
  if to_regclass('pgboss.doorman_job_new_failure') is null then
    perform pg_advisory_xact_lock(${indexLockKey});
    create index if not exists doorman_job_active on pgboss.job_common (name) where state = 'active';
    create index if not exists doorman_job_failed on pgboss.job_common (completed_on, id)
      where state = 'failed';
    create index if not exists doorman_job_failed_key on pgboss.job_common (name, singleton_key)
      where state = 'failed';
    create index if not exists doorman_job_new_failure on pgboss.job_common (deletion_seconds)
      where state = 'failed';
  end if;
end $$`

/**
 * Adds what has finished to the totals. A newly failed job is counted and kept for the queue desk;
 * an earlier failure of the same work, such as the same email, makes room for it. Two processes
 * race to count a failed job. The second waits for the row lock of the first and then finds the job
 * already marked, so no job is counted twice.
 *
 * Lock order: jobs, job_totals.
 */
const recordFinished = `
  with failed as (
    update pgboss.job_common set deletion_seconds = ${failedRetentionSeconds}
    where state = 'failed' and deletion_seconds < ${failedRetentionSeconds}
    returning id, name, singleton_key
  ), replaced as (
    delete from pgboss.job_common earlier using failed
    where earlier.state = 'failed' and earlier.deletion_seconds = ${failedRetentionSeconds}
      and earlier.name = failed.name and earlier.singleton_key = failed.singleton_key
  )
  update job_totals set completed = completed + $1, failed = job_totals.failed + news.count
  from (select count(*) from failed) news
  where $1 > 0 or news.count > 0`

export type FinishedJobs = {
  countCompleted(): void
  /** There are newly failed jobs, of this process or of a worker that died. */
  noteFailure(): void
  record(): Promise<void>
  /**
   * Records from now on, every few seconds. Only for workers. A restore locks `job_totals` until
   * its commit: if the restore's own process recorded, each tick would wait for that lock and block
   * one more of its few connections.
   */
  start(): void
  stop(): Promise<void>
}

/**
 * Keeps totals of finished jobs, which pg-boss deletes. Completed jobs are counted in memory and
 * written every ten seconds: a row that every job updated would make workers wait for one another, and
 * a job that comes alone would cost one more statement. A process that is killed loses the count of
 * its last ten seconds, nothing else.
 */
export async function trackFinishedJobs(
  boss: PgBoss,
  {
    intervalMs,
    onError,
  }: { readonly intervalMs: number; readonly onError: (err: unknown) => void },
): Promise<FinishedJobs> {
  await boss.getDb().executeSql(createIndexes)
  let completed = 0
  let hasFailures = false
  let timer: NodeJS.Timeout | undefined

  async function record(): Promise<void> {
    const counted = completed
    completed = 0
    hasFailures = false
    try {
      await boss.getDb().executeSql(recordFinished, [counted])
    } catch (err) {
      completed += counted
      hasFailures = true
      throw err
    }
  }

  function tick(): void {
    if (completed > 0 || hasFailures) record().catch(onError)
  }

  return {
    countCompleted: () => void (completed += 1),
    noteFailure: () => void (hasFailures = true),
    record,
    start() {
      timer ??= setInterval(tick, intervalMs).unref()
    },
    async stop() {
      if (!timer) return
      clearInterval(timer)
      await record().catch(onError)
    },
  }
}
