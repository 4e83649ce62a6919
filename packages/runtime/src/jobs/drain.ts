import type { Context } from '@doorman/services/ports/context'
import type { PgBoss } from 'pg-boss'
import { hurryDelayedJobs } from './hurry-delayed-jobs.ts'
import type { JobHandler } from './job-handler.ts'
import { listQueuesOf, type SlotQueue } from './slots.ts'
import type { Worker } from './worker.ts'

/** Urgent jobs first, then the one that has waited longest. */
const listDue = `
  select name from pgboss.job_common
  where name = any($1) and state < 'active' and start_after <= now()
  group by name order by max(priority) desc, min(start_after)`

/** Runs jobs, one at a time, until none is due. */
export async function drain(
  ctx: Context,
  handlers: readonly JobHandler[],
  { boss, worker }: { readonly boss: PgBoss; readonly worker: Pick<Worker, 'runNext'> },
): Promise<void> {
  const queues = new Map(handlers.flatMap(listQueuesOf).map((queue) => [queue.name, queue]))
  const findDue = async (): Promise<SlotQueue[]> => {
    await hurryDelayedJobs(ctx.db)
    const { rows } = await boss.getDb().executeSql(listDue, [[...queues.keys()]])
    return rows.flatMap((row) => queues.get(String(row['name'])) ?? [])
  }
  for (let isIdle = false; !isIdle;) {
    isIdle = true
    for (const queue of await findDue()) while (await worker.runNext(ctx, queue)) isIdle = false
  }
}
