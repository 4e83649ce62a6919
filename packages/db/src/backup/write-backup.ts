import { AppError } from '@doorman/domain/app-error'
import { existsSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { listMigrations } from '../migrate.ts'
import { listBackedUpTables } from './backed-up-tables.ts'
import { backupFormat, BackupSums, type Backup, type BackupHeader } from './backup-file.ts'

/** Rows that are in memory at a time. Pictures are the largest. */
const rowsAtOnce = 100

/**
 * Writes every row of ours to a new file that only its owner can read. All tables are read in one
 * repeatable-read transaction, so the file shows one moment, although the service keeps writing.
 */
export async function writeBackup(
  url: string,
  file: string,
  { version, now }: { readonly version: string; readonly now: Date },
): Promise<Backup> {
  const client = new pg.Client({ connectionString: url, application_name: 'doorman-backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local bytea_output = 'hex'; set local timezone = 'UTC'`)
    const header: BackupHeader = {
      format: backupFormat,
      version,
      migrations: await requireOwnMigrations(client),
      madeAt: now.toISOString(),
      isDemo: await loadDemoMark(client),
      tables: await listBackedUpTables(client),
    }
    const sums = new BackupSums()
    const written: { tables?: Backup['tables'] } = {}
    async function* toLines(): AsyncIterable<string> {
      const line = (kind: 'H' | 'T' | 'R', text: string) => {
        sums.add(kind, text)
        return `${kind} ${text}\n`
      }
      yield line('H', JSON.stringify(header))
      for (const table of header.tables) {
        yield line('T', table)
        for await (const row of readRows(client, table)) yield line('R', row)
      }
      const last = sums.toLastLine()
      written.tables = last.tables
      yield `E ${last.text}\n`
    }
    await writeNew(file, toLines())
    await client.query('commit')
    return { header, tables: written.tables ?? {} }
  } finally {
    await client.end()
  }
}

/**
 * The file gets its name when it is complete: a backup that is killed leaves FILE.partial. `wx` and
 * `link` never overwrite: a file that exists may be the only good backup.
 */
async function writeNew(file: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.partial`
  if (existsSync(file)) throw exists(file)
  const output = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw isTaken(error)
      ? new AppError(
          'conflict',
          `${partial} exists: another backup is writing it, or was killed. If it was killed, delete the file.`,
        )
      : error
  })
  try {
    await pipeline(Readable.from(lines), createGzip(), output.createWriteStream({ flush: true }))
    await link(partial, file)
  } catch (error) {
    throw isTaken(error) ? exists(file) : error
  } finally {
    await rm(partial, { force: true })
  }
}

function exists(file: string): AppError {
  return new AppError('conflict', `${file} exists. Choose another name.`)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

async function* readRows(client: pg.Client, table: string): AsyncIterable<string> {
  const name = client.escapeIdentifier(table)
  await client.query(
    `declare rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`)
    if (rows.length === 0) break
    for (const { row } of rows) yield row
  }
  await client.query('close rows')
}

/** The tables of another version can't be restored by this one, so it does not back them up either. */
async function requireOwnMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const applied = rows.map(({ name }) => name)
  if (applied.join() !== (await listMigrations()).join())
    throw new AppError(
      'conflict',
      'The database belongs to another version of Doorman. Back it up with the version that uses it.',
    )
  return applied
}

async function loadDemoMark(client: pg.Client): Promise<boolean | null> {
  const { rows } = await client.query<{ isDemo: boolean | null }>(
    'select is_demo as "isDemo" from settings',
  )
  return rows[0]?.isDemo ?? null
}
