import { prepareBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { prepareDatabase } from './database.ts'
import { keepAlive } from './keep-alive.ts'
import { lockServer, tryLockServer } from './server-lock.ts'
import { prepareDataFolder } from './data-folder.ts'
import type { Server } from './server.ts'

export type EmbeddedPostgres = {
  /** The database `doorman`, as the role that owns it. */
  readonly url: string
  /** The folder with all files of this server. */
  readonly home: string
  stop(): Promise<void>
}

type Options = {
  readonly dataDir: string
  /** Only tests turn it off. */
  readonly isDurable?: boolean
  /** For short commands: use the server of a running Doorman and leave it running. */
  readonly mayShare?: boolean
  readonly log?: (line: string) => void
}

/**
 * Starts the embedded PostgreSQL on the data in `dataDir`, or takes over a server whose owner was
 * killed, and restarts it when it dies until `stop` is called. Throws if another Doorman uses the
 * data, unless `mayShare` is set.
 */
export async function startEmbeddedPostgres({
  dataDir,
  isDurable = true,
  mayShare = false,
  log = () => {},
}: Options): Promise<EmbeddedPostgres> {
  const dataFolder = await prepareDataFolder(dataDir, log)
  const binaries = await prepareBinaries(dataFolder.home, dataFolder.systemUser)
  const password = await prepareCluster(dataFolder, binaries, isDurable)
  const server: Server = { dataFolder, binaries, password, isDurable }

  const lock = mayShare ? await tryLockServer(server) : await lockServer(server)
  const url = `postgres://doorman:${password}@127.0.0.1:${lock.postmaster.port}/doorman`
  if (!lock.isOwner) return { url, home: dataFolder.home, stop: async () => {} }

  const { stop } = keepAlive(server, lock, log)
  try {
    await prepareDatabase(lock.client, password)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, home: dataFolder.home, stop }
}
