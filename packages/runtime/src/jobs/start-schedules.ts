import { hourMs, secondMs } from '@doorman/domain/time'
import { PgBoss } from 'pg-boss'
import type { JobSchedule } from './job-handler.ts'

/** A scheduled job starts up to this much later than its minute. */
const checkIntervalSeconds = 15

/**
 * Starts jobs at their times. Only for workers. The scheduler is a second pg-boss over the queue's
 * connections, so that in other processes the queue asks the database nothing while it is idle.
 */
export async function startSchedules(
  queue: PgBoss,
  schedules: readonly JobSchedule[],
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const scheduler = new PgBoss({
    db: { executeSql: (text, values) => queue.getDb().executeSql(text, values) },
    migrate: false,
    supervise: false,
    cronWorkerIntervalSeconds: checkIntervalSeconds,
    queueCacheIntervalSeconds: hourMs / secondMs,
  })
  scheduler.on('error', onError)
  await scheduler.start()
  const stored = new Map((await scheduler.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { name, cron } of schedules)
    if (stored.get(name) !== cron) await scheduler.schedule(name, cron, {})
  return { stop: () => scheduler.stop({ graceful: true, close: false }) }
}
