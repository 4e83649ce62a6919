import type { Db } from '@doorman/db/client'
import { dayMs, hourMs, secondMs } from '@doorman/domain/time'
import { hurryDelayedJobs } from '@doorman/runtime/jobs/hurry-delayed-jobs'
import type { Context } from '@doorman/services/ports/context'
import { handlers } from '@doorman/worker/handlers'
import { schedules } from '@doorman/worker/schedules'
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoClock } from './demo-clock.ts'
import type { SimulatedProviders } from './simulated-providers.ts'

/** Short enough that a weekly report or a reminder is sent on its day. */
const stepMs = 12 * hourMs
const messagesPerStep = 1
/** The longest wait for the jobs of a step: some may wait for a provider that is down. */
const maxIdleWaitMs = 5 * secondMs
const pollMs = 50

/**
 * Lets days pass in the demo: moves the product's clock and the simulators', and runs after each
 * step what the schedules would have run. Their cron expressions follow the real time.
 */
export async function passDays(
  days: number,
  {
    clock,
    world,
    arrivals,
    ctx,
  }: Pick<SimulatedProviders, 'world' | 'arrivals'> & {
    readonly clock: DemoClock
    readonly ctx: Context
  },
): Promise<void> {
  // At the usual hundreds of messages a day, screening a simulated month would take hours.
  arrivals.stop()
  try {
    for (let passedMs = 0; passedMs < days * dayMs; passedMs += stepMs) {
      await clock.advance(stepMs, world.clock)
      arrivals.deliverToConnected(messagesPerStep)
      for (const { name } of schedules) await findHandler(name).run(ctx, {})
      await waitUntilIdle(ctx.db)
    }
  } finally {
    arrivals.start()
  }
}

function findHandler(name: string) {
  const found = handlers.find((handler) => handler.name === name)
  if (!found) throw new Error(`No handler for the schedule ${name}`)
  return found
}

async function waitUntilIdle(db: Db): Promise<void> {
  await hurryDelayedJobs(db)
  for (let waitedMs = 0; waitedMs < maxIdleWaitMs; waitedMs += pollMs) {
    const { rows } = await db.execute(sql`
      select 1 from pgboss.job where state <= 'active' and start_after <= now() limit 1`)
    if (rows.length === 0) return
    await sleep(pollMs)
  }
}
