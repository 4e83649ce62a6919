import { createApp } from '@doorman/api/create-app'
import type { Hosts } from '@doorman/api/pages/mount-hosts'
import type { RequestHandler } from '@doorman/api/pages/mount-pages'
import type { Config } from '@doorman/runtime/config/config'
import type { Runtime } from '@doorman/runtime/context'
import type { Logger } from '@doorman/runtime/logger'
import { loadWeb, type Web } from '@doorman/web/serve'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** How long running requests may finish before connections are cut. */
const requestGraceMs = 2_000

export type Server = { close(): Promise<void> }

/** Serves the API, the pages and, in the demo, the simulators on the configured port. */
export async function serve(options: {
  readonly config: Config
  readonly logger: Logger
  readonly runtime: Runtime
  readonly isDev: boolean
  readonly extras: Readonly<Record<`/dev/${string}`, RequestHandler>>
  readonly hosts: Hosts
  /** For tests. */
  readonly wrapWeb?: ((web: Web) => Web) | undefined
}): Promise<Server> {
  const { config, logger, runtime, isDev, extras, hosts, wrapWeb = (web) => web } = options
  const { http, isDemo } = config
  const loaded = await loadWeb({
    isDev,
    onError: (err) => logger.error({ err, event: 'page-failed' }),
  })
  const web = wrapWeb(loaded)
  const app = await createApp({
    runtime,
    logger,
    trustProxy: http.trustProxy,
    metricsToken: config.metrics?.token ?? null,
    microsoftClientId: config.microsoft?.clientId ?? null,
    hosts,
    pages: { publicUrl: http.publicUrl, isDev, isDemo, web, extras },
  })
  try {
    await app.listen({ port: http.port, host: http.host })
  } catch (error) {
    await web.close()
    throw explainListenError(error, http.port)
  }
  return {
    async close() {
      // Browsers keep idle connections open, so closing waits only this long.
      const cut = setTimeout(() => app.server.closeAllConnections(), requestGraceMs)
      await app.close()
      clearTimeout(cut)
      await web.close()
    },
  }
}

/** Listens on the port for a moment, so that a start fails before it opens the database. */
export async function requireFreePort({ host, port }: Config['http']): Promise<void> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explainListenError(error, port)
  }
  server.close()
  await once(server, 'close')
}

function explainListenError(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken
    ? new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`)
    : error
}
