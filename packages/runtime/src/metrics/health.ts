import type { Db } from '@doorman/db/client'
import { isLateMailbox } from '@doorman/db/queries/mailboxes'
import { mailboxes } from '@doorman/db/schema'
import type { MailboxProblem } from '@doorman/domain/mail/mailbox'
import { and, count, not, sql } from 'drizzle-orm'

export type QueueHealth = {
  readonly queue: string
  /** Jobs that could start now. */
  readonly due: number
  /** Jobs that start later, most of them retries. */
  readonly delayed: number
  readonly running: number
  /** Active according to the row, but without a heartbeat: the worker has stopped. */
  readonly stopped: number
  /** Gave up within the last day, as far as the queue keeps them. */
  readonly failed: number
  /** How long the oldest due job has waited. 0 without one. */
  readonly oldestDueSeconds: number
}

/** The queues that have jobs, by name. */
export async function loadQueueHealth(db: Db): Promise<QueueHealth[]> {
  const { rows } = await db.execute<QueueHealth>(sql`
    select name as queue,
      count(*) filter (where state < 'active' and start_after <= now())::int as due,
      count(*) filter (where state < 'active' and start_after > now())::int as delayed,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'active'
        and heartbeat_on + heartbeat_seconds * interval '2 seconds' < now())::int as stopped,
      count(*) filter (where state = 'failed'
        and completed_on > now() - interval '1 day')::int as failed,
      coalesce(extract(epoch from now() - min(greatest(start_after, created_on))
        filter (where state < 'active' and start_after <= now())), 0)::float8 as "oldestDueSeconds"
    from pgboss.job where name not like '\\_\\_pgboss%' group by name order by name`)
  return rows
}

/** Whether a process has created the queues yet. */
export async function hasQueues(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as exists`,
  )
  return rows[0]?.exists ?? false
}

export type MailboxHealth = {
  /** Active mailboxes that are not paused. */
  readonly byProblem: Readonly<Record<MailboxProblem | 'none', number>>
  /** How many of those without a known problem were not checked in time. */
  readonly late: number
}

export async function loadMailboxHealth(db: Db, now: Date): Promise<MailboxHealth> {
  const { problem } = mailboxes
  const isLate = isLateMailbox(now)
  const rows = await db
    .select({ problem, count: count(), late: sql<number>`count(*) filter (where ${isLate})::int` })
    .from(mailboxes)
    .where(and(mailboxes.isActive, not(mailboxes.isPaused)))
    .groupBy(problem)
  const byProblem = { none: 0, 'needs-reconnect': 0, 'out-of-reach': 0, refused: 0 }
  for (const row of rows) byProblem[row.problem ?? 'none'] = row.count
  return { byProblem, late: rows.reduce((sum, row) => sum + row.late, 0) }
}
