import type { Context } from '../../ports/context.ts'
import type { QueueMetrics } from '../../ports/queue-desk.ts'

/** Jobs by state. Those that have finished are counted up to a second late. */
export async function loadQueueMetrics({
  db,
  queueDesk,
}: Pick<Context, 'db' | 'queueDesk'>): Promise<QueueMetrics & { readonly total: number }> {
  const metrics = await queueDesk.loadMetrics(db)
  const { waiting, active, completed, failed } = metrics
  return { ...metrics, total: waiting + active + completed + failed }
}
