import { FakeNotify } from '@doorman/notify/fake-notify'
import { createRuntime, type Runtime } from './context.ts'
import type { JobHandler } from './job-queue.ts'
import { createLogger } from './logger.ts'

export type FakeRuntime = Runtime & {
  readonly notify: FakeNotify
  /** Every log line, as written. */
  readonly logs: string[]
  /** How long callers were made to wait; nobody really did. */
  readonly slept: number[]
  /** Lets time pass. */
  advance(ms: number): void
  settle(handlers: readonly JobHandler[]): Promise<void>
}

/** The real runtime on a real database; only the clock, waiting and mail are ours to steer. */
export async function openFakeRuntime(
  databaseUrl: string,
  publicUrl = 'http://localhost:3000',
): Promise<FakeRuntime> {
  const notify = new FakeNotify()
  const logs: string[] = []
  const slept: number[] = []
  let aheadMs = 0
  const runtime = await createRuntime({
    databaseUrl,
    publicUrl,
    notify,
    secret: 'a secret for tests, and long enough',
    logger: createLogger('info', { write: (line) => void logs.push(line) }),
    now: () => new Date(Date.now() + aheadMs),
    sleep: async (ms) => void slept.push(ms),
  })
  return {
    ...runtime,
    notify,
    logs,
    slept,
    advance: (ms) => {
      aheadMs += ms
    },
    settle: (handlers) => runtime.jobs.drain(runtime.ctx, handlers),
  }
}
