import { loadConfig } from '@doorman/runtime/config'
import { createLogger } from '@doorman/runtime/logger'
import { openRuntime } from '../open-runtime.ts'
import { runUntilStopped } from '../run-until-stopped.ts'
import { serve } from '../serve.ts'
import { demandShared } from '../shared-database.ts'

export async function startWeb(_args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  const shared = demandShared(config)
  await runUntilStopped(logger, async (undo) => {
    const runtime = await openRuntime({ config, logger, ...shared })
    await undo.add(() => runtime.close())
    const server = await serve({ config, logger, runtime, isDev: false, extras: {}, hosts: {} })
    await undo.add(() => server.close())
  })
}
