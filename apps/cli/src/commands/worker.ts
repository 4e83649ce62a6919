import { loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { serveMetrics } from '@doorman/runtime/metrics/serve-metrics'
import { handlers } from '@doorman/worker/handlers'
import { schedules } from '@doorman/worker/schedules'
import { importArticles } from '@doorman/services/blog/import-articles'
import { openRuntime } from '../product/open-runtime.ts'
import { requirePreparedDatabase } from '../product/prepare-database.ts'
import { readLibrary } from '../product/read-library.ts'
import { runUntilStopped } from '../product/run-until-stopped.ts'
import { requireSharedDatabase } from '../product/require-shared-database.ts'

/** `mayLoseData`: for tests, whose database is not durable. */
export async function startWorker(
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
    const { metrics, http } = config
    if (metrics && metrics.port !== null) {
      const server = await serveMetrics(runtime.metrics, {
        token: metrics.token,
        port: metrics.port,
        host: http.host,
      })
      await undo.add(() => server.close())
    }
    await importArticles(runtime.ctx, await readLibrary(config.blogDir))
    await runtime.jobs.work(runtime.ctx, handlers, schedules)
  })
}
