import { createApp } from '@doorman/api/create-app'
import type { Hosts } from '@doorman/api/mount-hosts'
import type { Answer } from '@doorman/api/mount-pages'
import type { Config } from '@doorman/runtime/config'
import type { Runtime } from '@doorman/runtime/context'
import type { Logger } from '@doorman/runtime/logger'
import { loadWeb } from '@doorman/web/serve'

const patienceMs = 2_000

export type Server = { close(): Promise<void> }

/** Answers on the configured port: API, pages, and in the demo what the simulators add. */
export async function serve(options: {
  readonly config: Config
  readonly logger: Logger
  readonly runtime: Runtime
  readonly isDev: boolean
  readonly extras: Readonly<Record<`/dev/${string}`, Answer>>
  readonly hosts: Hosts
}): Promise<Server> {
  const { config, logger, runtime, isDev, extras, hosts } = options
  const { http, isDemo } = config
  const web = await loadWeb({
    isDev,
    onError: (err) => logger.error({ err, event: 'page-failed' }),
  })
  const app = await createApp({
    runtime,
    logger,
    trustProxy: http.trustProxy,
    microsoftClientId: config.microsoft?.clientId ?? null,
    hosts,
    pages: { publicUrl: http.publicUrl, isDev, isDemo, web, extras },
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
      // A browser keeps connections open that it may never use; those under way get a moment.
      const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs)
      await app.close()
      clearTimeout(cut)
      await web.close()
    },
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
