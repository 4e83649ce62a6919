import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import type { Config } from '@doorman/runtime/config'
import { join, resolve } from 'node:path'

/**
 * The configured database, or the embedded one. A short command may share that
 * with a product that is running; everybody else must have it alone.
 */
export async function openDatabase(
  { database, dataDir }: Config,
  { mayShare }: { mayShare: boolean },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (database) return { url: database.url, stop: async () => {} }
  return startEmbeddedPostgres({
    dataDir: resolve(join(dataDir, 'postgres')),
    mayShare,
    log: (line) => console.error(`  ${line}`),
  })
}
