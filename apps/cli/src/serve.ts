import { createApp } from '@doorman/api/create-app'
import type { Answer } from '@doorman/api/mount-pages'
import type { Config } from '@doorman/runtime/config'
import type { Runtime } from '@doorman/runtime/context'
import type { createLogger } from '@doorman/runtime/logger'
import { loadWeb } from '@doorman/web/serve'

export type Server = { close(): Promise<void> }

/** Answers on the configured port: API, pages, and in the demo what the simulators add. */
export async function serve(options: {
  readonly config: Config
  readonly logger: ReturnType<typeof createLogger>
  readonly runtime: Runtime
  readonly isDev: boolean
  readonly extras: Readonly<Record<`/dev/${string}`, Answer>>
}): Promise<Server> {
  const { config, logger, runtime, isDev, extras } = options
  const { http, isDemo } = config
  const web = await loadWeb({
    isDev,
    onError: (err) => logger.error({ err, event: 'page-failed' }),
  })
  const app = await createApp({
    runtime,
    logger,
    trustProxy: http.trustProxy,
    pages: { isDev, isDemo, web, extras },
  })
  try {
    await app.listen({ port: http.port, host: http.host })
  } catch (error) {
    await web.close()
    if (isTaken(error))
      throw new Error(`Port ${http.port} is taken. Choose another: PORT=${http.port + 1} npm start`)
    throw error
  }
  return {
    async close() {
      await app.close()
      await web.close()
    },
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
