import { dayMs } from '@doorman/domain/time'
import { handlers } from '@doorman/worker/handlers'
import { schedules } from '@doorman/worker/schedules'
import type { openDemo } from './demo.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

/** Lets days pass, and runs after each what the schedules would have run. */
export async function passDays(demo: Demo, days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) await jumpDays(demo, 1)
}

/** Lets days pass in which no worker runs, and then what the schedules run. */
export async function jumpDays(demo: Demo, days: number): Promise<void> {
  await advance(demo, days * dayMs)
  await runSchedules(demo)
}

/** Moves the product's clock and the providers'. */
export async function advance(demo: Demo, ms: number): Promise<void> {
  demo.advance(ms)
  await demo.clock.advance(ms)
}

/** Moves on to the next Thursday at ten in UTC. */
export async function advanceToThursday(demo: Demo): Promise<void> {
  const now = demo.clock.now()
  const thursday = new Date(now)
  thursday.setUTCDate(now.getUTCDate() + ((11 - now.getUTCDay()) % 7))
  thursday.setUTCHours(10, 0, 0, 0)
  const ms = thursday.getTime() - now.getTime()
  await advance(demo, ms < 0 ? ms + 7 * dayMs : ms)
}

/**
 * Runs everything that is scheduled, and every job that follows from it. The cron expressions
 * themselves follow the real time.
 */
export async function runSchedules(
  demo: Demo,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<void> {
  for (const { name } of schedules)
    if (!without.includes(name))
      await handlers.find((handler) => handler.name === name)?.run(demo.ctx, {})
  await demo.runJobsUntilIdle()
}
