import { prepareBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { prepareDatabase } from './database.ts'
import { keepAlive } from './keep-alive.ts'
import { claimServer, tryToClaimServer } from './ownership.ts'
import { preparePlace } from './place.ts'
import type { Server } from './server.ts'

export type EmbeddedPostgres = {
  /** The database `doorman`, as the role that owns it. */
  readonly url: string
  /** Where everything of this server is kept. */
  readonly home: string
  stop(): Promise<void>
}

type Options = {
  readonly dataDir: string
  /** Tests alone may do without. */
  readonly isDurable?: boolean
  /** For short commands: use the server of a running Doorman, and leave it running. */
  readonly mayShare?: boolean
  readonly log?: (line: string) => void
}

/**
 * Starts a PostgreSQL of our own on the data in `dataDir`, or takes over the one
 * that a killed start left running, and keeps it alive until `stop`. Throws if
 * another Doorman is using the data, unless it may be shared.
 */
export async function startEmbeddedPostgres({
  dataDir,
  isDurable = true,
  mayShare = false,
  log = () => {},
}: Options): Promise<EmbeddedPostgres> {
  const place = await preparePlace(dataDir, log)
  const binaries = await prepareBinaries(place.home, place.account)
  const password = await prepareCluster(place, binaries, isDurable)
  const server: Server = { place, binaries, password, isDurable }

  const claim = mayShare ? await tryToClaimServer(server) : await claimServer(server)
  const url = `postgres://doorman:${password}@127.0.0.1:${claim.postmaster.port}/doorman`
  if (!claim.isOwner) return { url, home: place.home, stop: async () => {} }

  const { stop } = keepAlive(server, claim, log)
  try {
    await prepareDatabase(claim.client, password)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, home: place.home, stop }
}
