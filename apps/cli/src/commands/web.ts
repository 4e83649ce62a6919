import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { openRuntime } from '../product/open-runtime.ts'
import { requirePreparedDatabase } from '../product/prepare-database.ts'
import { runUntilStopped } from '../product/run-until-stopped.ts'
import { serve } from '../product/serve.ts'
import { requireSharedDatabase } from '../product/require-shared-database.ts'

/** `mayLoseData`: for tests, whose database is not durable. */
export async function startWeb(
  _args: string[],
  env: NodeJS.ProcessEnv,
  { mayLoseData }: { mayLoseData: boolean } = { mayLoseData: false },
): Promise<void> {
  const config = loadConfig(env)
  const logger = createLogger(config.logLevel)
  const shared = requireSharedDatabase(config)
  await requirePreparedDatabase(shared.databaseUrl, config, { mustBeDurable: !mayLoseData })
  await runUntilStopped(logger, async (undo) => {
    const runtime = await openRuntime({ config, logger, ...shared })
    await undo.add(() => runtime.close())
    const server = await serve({ config, logger, runtime, isDev: false, extras: {}, hosts: {} })
    await undo.add(() => server.close())
  })
}
