import { readBackup, type Backup } from '@doorman/db/backup/backup-file'
import {
  readTombstoneFile,
  readTombstonesFrom,
  type Tombstones,
} from '@doorman/db/backup/tombstones'
import { openDb } from '@doorman/db/client'
import { listMigrations, migrate } from '@doorman/db/migrate'
import { AppError } from '@doorman/domain/app-error'
import { ConfigError, loadConfig, type Config } from '@doorman/runtime/config/config'
import { findFilledTable, notEmpty } from '@doorman/db/backup/restore-rows'
import { openDatabase } from '../product/open-database.ts'
import { restoreBackup } from '../product/restore-backup.ts'
import { loadVersion } from '../product/version.ts'
import { parseOptions } from './parse-options.ts'
import { UsageError } from './usage-error.ts'

/** Restores a backup into an empty database, and deletes again users deleted after the backup. */
export async function restore(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { file, laterDeletions } = parse(args)
  const config = loadConfig(env)
  const deletedBefore = new Set<string>()
  const backup = await readBackup(file, async (table, row) => {
    if (table === 'deleted_users') deletedBefore.add((JSON.parse(row) as { id: string }).id)
  })
  await requireSameVersion(backup)
  requireSameKind(backup, config)
  const later = laterDeletions === null ? null : await loadTombstones(laterDeletions)
  if (later) requireLater(later, backup, deletedBefore)

  const database = await openDatabase(config, { mayShare: false })
  try {
    await requireEmpty(database.url)
    await migrate(database.url)
    const deletedAgain = await restoreBackup({
      config,
      url: database.url,
      file,
      backup,
      deletedSince: (later?.deletedUsers ?? []).filter((id) => !deletedBefore.has(id)),
    })
    const lines = [
      `Restored the backup of ${backup.header.madeAt}. Users who were deleted since and are deleted again: ${deletedAgain}.`,
    ]
    if (later)
      lines.push(
        `Users who deleted their account after ${later.madeAt} are back: delete them again.`,
      )
    lines.push(
      'Admins, recovery codes and the reply switch are as they were then: check them (docs/operations.md, "Backups"), run doorman doctor, then start. Everyone has to log in again.',
    )
    console.log(lines.join('\n'))
  } finally {
    await database.stop()
  }
}

function parse(args: string[]): { file: string; laterDeletions: string | null } {
  const { values, positionals } = parseOptions(args, {
    'deleted-from': { type: 'string' },
    'no-later-deletions': { type: 'boolean', default: false },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Name one backup.')
  const laterDeletions = values['deleted-from'] ?? null
  if ((laterDeletions === null) !== values['no-later-deletions'])
    throw new UsageError(
      'Users who were deleted after the backup must not come back. Say where to find them, with --deleted-from, or that there are none, with --no-later-deletions.',
    )
  return { file, laterDeletions }
}

async function loadTombstones(source: string): Promise<Tombstones> {
  return /^postgres(ql)?:/.test(source)
    ? readTombstonesFrom(source, new Date())
    : readTombstoneFile(source)
}

/** Rows fit only tables with the same migrations. */
async function requireSameVersion({ header }: Backup): Promise<void> {
  if (header.migrations.join() === (await listMigrations()).join()) return
  throw new AppError(
    'conflict',
    `The backup was made by Doorman ${header.version} with ${header.migrations.at(-1)}; this is Doorman ${await loadVersion()} with other migrations. Restore it with the version that made it, then upgrade.`,
  )
}

function requireSameKind({ header }: Backup, { isDemo }: Config): void {
  if (header.isDemo !== null && header.isDemo !== isDemo)
    throw new ConfigError(
      isDemo
        ? 'This is the backup of a service. Complete the settings of the service to restore it.'
        : 'This is the backup of a demo, whose passwords are public. A service can’t use it.',
    )
}

/** Tombstones are never removed, so a list that lacks some of the backup is another database's. */
function requireLater(
  { madeAt, deletedUsers }: Tombstones,
  { header }: Backup,
  deletedBefore: ReadonlySet<string>,
): void {
  if (Date.parse(madeAt) < Date.parse(header.madeAt))
    throw new AppError(
      'conflict',
      `The list of deleted users (${madeAt}) is older than the backup (${header.madeAt}).`,
    )
  const listed = new Set(deletedUsers)
  if ([...deletedBefore].some((id) => !listed.has(id)))
    throw new AppError('conflict', 'The list of deleted users belongs to another database.')
}

async function requireEmpty(url: string): Promise<void> {
  const { db, close } = openDb(url)
  const filled = await findFilledTable(db).finally(close)
  if (filled !== null) throw notEmpty(filled)
}
