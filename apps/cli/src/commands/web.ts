import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { openRuntime } from '../open-runtime.ts'
import { serve } from '../serve.ts'
import { demandShared } from '../shared-database.ts'
import { stopOnSignal } from '../stop-on-signal.ts'

export async function startWeb(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  const runtime = await openRuntime({ config, logger, ...demandShared(config) })
  const server = await serve({ config, logger, runtime, isDev: false, extras: {} })
  stopOnSignal(logger, async () => {
    await server.close()
    await runtime.close()
  })
}
