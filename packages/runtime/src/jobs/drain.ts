import type { Context } from '@doorman/services/ports/context'
import type { PgBoss } from 'pg-boss'
import type { JobHandler } from './job-handler.ts'
import { listQueuesOf, type SlotQueue } from './slots.ts'
import type { Worker } from './worker.ts'

/**
 * Urgent jobs first, then the one that has waited longest. Jobs that are delayed by less than two
 * seconds become due, as in `hurryDelayedJobs`. One statement: tests ask this thousands of times.
 */
const listDue = `
  with hurried as (
    update pgboss.job_common set start_after = now()
    where state = 'created' and start_after > now()
      and start_after < now() + interval '2 seconds'
  )
  select name from pgboss.job_common
  where name = any($1)
    and (state < 'active' and start_after <= now()
      or state = 'created' and start_after < now() + interval '2 seconds')
  group by name order by max(priority) desc, min(start_after)`

/** Runs jobs, one at a time, until none is due. */
export async function drain(
  ctx: Context,
  handlers: readonly JobHandler[],
  { boss, worker }: { readonly boss: PgBoss; readonly worker: Pick<Worker, 'runNext'> },
): Promise<void> {
  const queues = new Map(handlers.flatMap(listQueuesOf).map((queue) => [queue.name, queue]))
  const findDue = async (): Promise<SlotQueue[]> => {
    const { rows } = await boss.getDb().executeSql(listDue, [[...queues.keys()]])
    return rows.flatMap((row) => queues.get(String(row['name'])) ?? [])
  }
  for (let isIdle = false; !isIdle;) {
    isIdle = true
    for (const queue of await findDue()) while (await worker.runNext(ctx, queue)) isIdle = false
  }
}
