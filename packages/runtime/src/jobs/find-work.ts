import { minuteMs, secondMs } from '@doorman/domain/time'
import type { PgBoss } from 'pg-boss'
import { channel } from './announcements.ts'
import { failedRetentionSeconds } from './finished-jobs.ts'

/** How often finished jobs are deleted. */
export const deletionIntervalSeconds = (5 * minuteMs) / secondMs

/**
 * Everything a worker has to know from time to time, in one statement: which of the queues $1 have a
 * due job, whether jobs have failed that are not counted yet, and whether pg-boss has something to tend
 * to: jobs whose worker died or that expired, and, every few minutes, finished jobs to delete. It also
 * tells other workers that worker $2 is here, unless it is null.
 *
 * By index: waiting jobs by queue, and the few that are active or newly failed. The `order by` only
 * makes PostgreSQL use the index of waiting jobs; otherwise it might read the whole table for each queue.
 */
const findAll = `
  select
    array(
      select name from unnest($1::text[]) queue (name)
      where (
        select true from pgboss.job_common
        where name = queue.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1
      )
    ) as "dueQueues",
    exists (
      select from pgboss.job_common
      where state = 'failed' and deletion_seconds < ${failedRetentionSeconds}
    ) as "hasNewFailures",
    exists (
      select from pgboss.job_common
      where state = 'active' and (
        started_on + expire_seconds * interval '1 second' < now()
        or heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      )
    ) or exists (
      select from pgboss.queue
      where coalesce(maintain_on, '-infinity') < now() - interval '${deletionIntervalSeconds} seconds'
    ) as "needsUpkeep",
    pg_notify(${channel}, '@' || $2::text)`

export type FoundWork = {
  readonly dueQueues: readonly string[]
  readonly hasNewFailures: boolean
  readonly needsUpkeep: boolean
}

export async function findWork(
  boss: PgBoss,
  queueNames: readonly string[],
  workerId: string | null,
): Promise<FoundWork> {
  const { rows }: { rows: FoundWork[] } = await boss
    .getDb()
    .executeSql(findAll, [queueNames, workerId])
  const [found] = rows
  if (!found) throw new Error('A select without a table returns one row')
  return found
}
