import { readTombstonesFrom, writeTombstones } from '@doorman/db/backup/tombstones'
import { writeBackup } from '@doorman/db/backup/write-backup'
import { openDb } from '@doorman/db/client'
import { findPendingMigrations } from '@doorman/db/migrate'
import { ConfigError, loadConfig } from '@doorman/runtime/config/config'
import { recordOperatorAct } from '@doorman/services/audit/record-act'
import { openDatabase } from '../product/open-database.ts'
import { requirePreparedDatabase } from '../product/prepare-database.ts'
import { loadVersion } from '../product/version.ts'
import { parseOptions } from './parse-options.ts'
import { UsageError } from './usage-error.ts'

/** Writes a backup of the database to a new file, or only the list of deleted users. */
export async function backup(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, positionals } = parseOptions(args, {
    tombstones: { type: 'boolean', default: false },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Name one file to write to.')
  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    if ((await findPendingMigrations(database.url)).length > 0)
      throw new ConfigError(
        'The database is older than this version. Back it up with the version that uses it.',
      )
    await requirePreparedDatabase(database.url, config, { mustBeDurable: false })
    console.log(
      values.tombstones
        ? await listDeletedUsers(database.url, file)
        : await backUp(database.url, file),
    )
  } finally {
    await database.stop()
  }
}

async function listDeletedUsers(url: string, file: string): Promise<string> {
  const tombstones = await readTombstonesFrom(url, new Date())
  await writeTombstones(file, tombstones)
  return `${file}: the ids of ${tombstones.deletedUsers.length} deleted users. Keep it away from the database.`
}

/** The act is recorded first, so that the backup contains it and a failed attempt is known. */
async function backUp(url: string, file: string): Promise<string> {
  const now = () => new Date()
  const { db, close } = openDb(url)
  await db.transaction((tx) => recordOperatorAct({ now }, tx, { act: 'backup' })).finally(close)
  const { tables } = await writeBackup(url, file, { version: await loadVersion(), now: now() })
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return [
    `${file}: ${rows} rows of ${Object.keys(tables).length} tables.`,
    'It holds addresses, subjects and sealed tokens of every user. Encrypt it, keep it away from TOKEN_KEYS, and delete it after 30 days.',
  ].join('\n')
}
