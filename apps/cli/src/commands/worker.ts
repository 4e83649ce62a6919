import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { handlers, schedules } from '@doorman/worker/handlers'
import { openRuntime } from '../open-runtime.ts'
import { demandShared } from '../shared-database.ts'
import { stopOnSignal } from '../stop-on-signal.ts'

export async function startWorker(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  const runtime = await openRuntime({ config, logger, ...demandShared(config) })
  await runtime.jobs.work(runtime.ctx, handlers, schedules)
  stopOnSignal(logger, () => runtime.close())
}
