import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const ourMigrations = new URL('../migrations/', import.meta.url)

/**
 * Advisory lock. Processes that start at the same time race to migrate; the second waits here and
 * then finds nothing to do. Any number will do if it is the same in all processes.
 */
const lockKey = 7_266_734

/**
 * Applies the migrations that the database does not have yet and returns their names. A migration
 * and its row in `migrations` are one transaction, so an interrupted run can be repeated.
 */
export async function migrate(url: string, folder: URL = ourMigrations): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await listMigrations(folder)).filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name, folder)
    return pending
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, folder: URL): Promise<void> {
  const statements = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  await client.query(statements)
  await client.query('insert into migrations (name) values ($1)', [name])
  await client.query('commit')
}

/** The migrations of this version that the database does not have yet. Changes nothing. */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      `select to_regclass('migrations') is not null as exists`,
    )
    const { rows } = tables[0]?.exists
      ? await client.query<{ name: string }>('select name from migrations')
      : { rows: [] }
    const applied = new Set(rows.map(({ name }) => name))
    return (await listMigrations()).filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}

export async function listMigrations(folder: URL = ourMigrations): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
