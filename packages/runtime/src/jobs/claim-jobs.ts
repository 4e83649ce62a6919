import type { PgBoss } from 'pg-boss'
import type { Claimed } from './dispatcher.ts'
import type { RunningJob } from './run-in-time.ts'
import type { SlotQueue } from './slots.ts'

/** The same condition as in pg-boss's index for it. */
const isDue = `state < 'active' and not blocked and start_after <= now()`

/**
 * Takes up to $2 due jobs of queue $1, urgent and old ones first, at most $3 at a time per mailbox
 * (null: any number). Unlike pg-boss's own statement it serves every queue with one prepared text,
 * and says whether more jobs are due. Rows that another worker is about to take are skipped.
 *
 * Two workers that look at the same moment may together exceed the limit of a mailbox. The
 * `order by` of `due` only makes PostgreSQL use the index of waiting jobs instead of reading finished ones.
 */
const claimDue = `
  with due as (
    select count(*) from (
      select from pgboss.job_common where name = $1 and ${isDue}
      order by priority desc, created_on limit $2::int + 1
    ) counted
  ), busy as materialized (
    select group_id, count(*) as jobs from pgboss.job_common
    where name = $1 and state = 'active' and group_id is not null and $3::int is not null
    group by group_id
  ), next as (
    select id, group_id, priority, created_on from pgboss.job_common
    where name = $1 and ${isDue}
      and coalesce(group_id, '') <> all (array(select group_id from busy where jobs >= $3))
    order by priority desc, created_on
    limit $2
    for update skip locked
  ), ranked as (
    select id, group_id, coalesce(jobs, 0)
      + row_number() over (partition by group_id order by priority desc, created_on) as place
    from next left join busy using (group_id)
  ), claimed as (
    update pgboss.job_common
    set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    where name = $1 and id = any (array(
      select id from ranked where group_id is null or $3 is null or place <= $3
    ))
    returning id, data, retry_count, expire_seconds, heartbeat_seconds, priority, created_on
  )
  select due.count::int as "dueCount", id, data, retry_count as "retryCount",
    expire_seconds as "expireInSeconds", heartbeat_seconds as "heartbeatSeconds"
  from due left join claimed on true
  order by priority desc, created_on`

type ClaimedRow = Omit<RunningJob, 'id' | 'queueName'> & {
  readonly dueCount: number
  /** `null` in the only row if there is no job. */
  readonly id: string | null
}

export async function claimJobs(
  boss: PgBoss,
  { name, handler }: SlotQueue,
  limit: number,
): Promise<Claimed<RunningJob>> {
  const { rows }: { rows: ClaimedRow[] } = await boss
    .getDb()
    .executeSql(claimDue, [name, limit, handler.slotsPerMailbox ?? null])
  const jobs = rows.flatMap((row) =>
    row.id === null ? [] : [{ ...row, id: row.id, queueName: name }],
  )
  return { jobs, hasMore: (rows[0]?.dueCount ?? 0) > jobs.length }
}
