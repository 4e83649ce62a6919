import { startEmbeddedPostgres } from '@doorman/db/embedded/start-postgres'
import type { Config } from '@doorman/runtime/config/config'
import { join, resolve } from 'node:path'

/**
 * Opens the configured database, or starts the embedded one. With `mayShare` a short command may
 * use an embedded server that a running product owns; otherwise a second owner is refused.
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
