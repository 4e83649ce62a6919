import type { Db } from '@doorman/db/client'
import type { Job } from '@doorman/services/ports/jobs'
import { sql, type SQL } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { channel } from './announcements.ts'
import type { Announce, Announcer } from './announcer.ts'
import { toRow, withRequestId } from './job-row.ts'

/** Stores jobs and announces them: see `insertFrom`. */
export async function insertJobs(
  announcer: Announcer,
  db: Db,
  job: Job,
  payloads: readonly unknown[],
): Promise<void> {
  if (payloads.length === 0) return
  const rows = payloads.map((payload) =>
    toRow(job, withRequestId(job.payload.parse(payload) as object)),
  )
  await insertFrom(
    db,
    job,
    announcer.findReceiver({ areCommittedAtOnce: false }),
    sql`select * from rows from (
        json_to_recordset(${JSON.stringify(rows)}::json)
          as (data jsonb, "singletonKey" text, "groupId" uuid)
      ) with ordinality as listed (data, "singletonKey", "groupId", place)`,
  )
}

/**
 * Enqueues a job for each mailbox that matches both conditions: see `insertFrom`. Returns how many
 * match only `isNamed`. Not for transactions: workers might hear of the jobs before the commit.
 */
export function insertJobsForMailboxes(
  announcer: Announcer,
  db: Db,
  job: Job,
  { isNamed, isMeant }: { readonly isNamed: SQL | undefined; readonly isMeant: SQL | undefined },
  payload: object,
): Promise<number> {
  const fields = new Map<string, unknown>(Object.entries(payload))
  const keys = job.deduplicate?.by.map((name) =>
    name === 'mailboxId' ? sql`id` : sql`${String(fields.get(name))}::text`,
  )
  return insertFrom(
    db,
    job,
    announcer.findReceiver({ areCommittedAtOnce: true }),
    sql`select ${JSON.stringify(withRequestId(payload))}::jsonb || jsonb_build_object('mailboxId', id),
        ${keys ? sql`concat_ws(' ', ${sql.join(keys, sql`, `)})` : sql`null`}, id, row_number() over ()
      from mailboxes where (${isNamed}) and (${isMeant})`,
    sql`(select count(*)::int from mailboxes where (${isNamed}) and (${isMeant}) is not true)`,
  )
}

/**
 * Stores jobs and announces them, in one statement. Both take effect when the caller's transaction
 * commits. A job with `isPerProvider` goes to the queue of its mailbox's provider. The statement
 * looks the provider up itself, so it also knows a mailbox that the same transaction has added.
 * Options come from the queue, as in pg-boss's own statement.
 *
 * One job wakes one worker, several wake all: see `announcements.ts`. The worker is chosen by the mailbox,
 * because it then has the tokens and the rate limit of that mailbox in memory. With a `receiver`, a single
 * job is left for it to announce.
 */
async function insertFrom(
  db: Db,
  { name, isPerProvider = false, isUrgent = false, delayMs = 0 }: Job,
  receiver: Announce | null,
  given: SQL,
  count = sql`0`,
): Promise<number> {
  const { rows } = await db.execute<Inserted>(sql`
    with given (data, "singletonKey", "groupId", place) as materialized (${given}),
    inserted as (
      insert into pgboss.job_common (
        name, data, priority, singleton_key, group_id, start_after, keep_until, policy, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds,
        deletion_seconds
      )
      select queue.name, data, ${isUrgent ? 1 : 0}::int, "singletonKey", "groupId"::text,
        start.after, start.after + retention_seconds * interval '1 second', policy, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds,
        deletion_seconds
      from given
      left join mailboxes on ${isPerProvider}::boolean and mailboxes.id = "groupId"
      -- A queue that does not exist fails the statement: the name must not be null.
      left join pgboss.queue on queue.name = ${name}::text || coalesce('/' || mailboxes.provider, '')
      cross join (select now() + ${delayMs}::float8 * interval '1 millisecond') as start (after)
      -- The same order everywhere: two statements with the same keys would deadlock otherwise.
      order by "singletonKey", place
      on conflict do nothing
      returning name, group_id
    ), stored as (
      select name, case when count(*) = 1 then coalesce(
        ('x' || left(min(group_id), 4))::bit(16)::int, ${randomInt(0x10000)}::int) end as choice
      from inserted group by name
    )
    select ${count} as count, name as "queueName", choice,
      case when name is not null and (choice is null or not ${receiver !== null}::boolean)
        then pg_notify(${sql.raw(channel)}, concat_ws(' ', name, ${delayMs}::text, choice)) end
    from (select) as always left join stored on true`)
  for (const { queueName, choice } of rows)
    if (queueName !== null && choice !== null) receiver?.({ queueName, delayMs, choice })
  return rows[0]?.count ?? 0
}

type Inserted = {
  readonly count: number
  /** `null`: no job was stored. */
  readonly queueName: string | null
  /** `null`: several jobs were stored. */
  readonly choice: number | null
}
