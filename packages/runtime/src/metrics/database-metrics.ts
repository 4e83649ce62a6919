import type { Db } from '@doorman/db/client'
import { Gauge, Registry } from 'prom-client'
import { loadMailboxHealth, loadQueueHealth } from './health.ts'

/**
 * What the database says about queues and mailboxes, as Prometheus text. It is the same from every
 * process, so only web processes report it.
 */
export async function describeDatabase(db: Db, now: Date): Promise<string> {
  const registers = [new Registry()]
  const jobs = new Gauge({
    name: 'doorman_queue_jobs',
    help: 'Jobs by state. Stopped: running, but the worker sends no heartbeat. Failed: within a day.',
    labelNames: ['queue', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'doorman_queue_oldest_due_seconds',
    help: 'How long the oldest job that could start has waited.',
    labelNames: ['queue'],
    registers,
  })
  const byProblem = new Gauge({
    name: 'doorman_mailboxes',
    help: 'Mailboxes that are active and not paused, by problem.',
    labelNames: ['problem'],
    registers,
  })
  const late = new Gauge({
    name: 'doorman_mailboxes_late',
    help: 'Mailboxes without a known problem that were not checked in time.',
    registers,
  })
  for (const { queue, oldestDueSeconds, ...states } of await loadQueueHealth(db)) {
    oldest.set({ queue }, oldestDueSeconds)
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count)
  }
  const health = await loadMailboxHealth(db, now)
  for (const [problem, count] of Object.entries(health.byProblem)) byProblem.set({ problem }, count)
  late.set(health.late)
  return registers[0]?.metrics() ?? ''
}
